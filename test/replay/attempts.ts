import fc from "fast-check";

/** How often each key is sent. */
export const timesEach = 3;
/** Keys whose requests are mixed: near each other, so that many of one key are under way at once. */
const mixed = 64;

/** Numbers of keys in the order in which they are sent: each `timesEach` times, mixed in the order that the seed decides. */
export function* attempts(keys: number, seed: number): Generator<number> {
  for (let from = 0; from < keys; from += mixed) {
    const some = Array.from({ length: Math.min(mixed, keys - from) }, (_, index) => from + index);
    const all = Array.from({ length: timesEach }, () => some).flat();
    const [order = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), {
      seed: seed + from,
      numRuns: 1,
    });
    yield* order;
  }
}
