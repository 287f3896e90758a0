import { createHash } from "node:crypto";

const ROUNDS = 8;
/** The two halves of 17 bits. */
const LEFT_BITS = 8;
const RIGHT_BITS = 9;
const LEFT_SIZE = 2 ** LEFT_BITS;
const RIGHT_SIZE = 2 ** RIGHT_BITS;

/** Maps places in the order of issuance to indexes in a list. */
export type Permutation = (place: number) => number;

/**
 * Returns a secret permutation of 0 … 2^17 − 1. Two places never have the same index, and known pairs do not reveal other pairs.
 * The permutation is an alternating Feistel network (Luby and Rackoff 1988) with eight rounds.
 * Each round has its own random function, read from SHAKE256 over the seed and the number of the list.
 *
 * @param seed 32 random bytes, of one subject
 */
export function permutationOf(seed: Uint8Array, shard: number): Permutation {
  const even = ROUNDS / 2;
  const words = new Uint16Array(even * (RIGHT_SIZE + LEFT_SIZE));
  const random = createHash("shake256", { outputLength: words.byteLength })
    .update("pda status index v1")
    .update(seed)
    .update(String(shard))
    .digest();
  for (let at = 0; at < words.length; at++) words[at] = random.readUInt16LE(at * 2);
  const leftRounds = Array.from({ length: even }, (_, round) =>
    words.subarray(round * RIGHT_SIZE, (round + 1) * RIGHT_SIZE),
  );
  const rest = words.subarray(even * RIGHT_SIZE);
  const rightRounds = Array.from({ length: even }, (_, round) =>
    rest.subarray(round * LEFT_SIZE, (round + 1) * LEFT_SIZE),
  );
  return (place) => {
    if (!Number.isInteger(place) || place < 0 || place >= LEFT_SIZE * RIGHT_SIZE)
      throw new RangeError("the place must be an integer from 0 to 131071");
    let left = place >>> RIGHT_BITS;
    let right = place & (RIGHT_SIZE - 1);
    for (let round = 0; round < even; round++) {
      left ^= (leftRounds[round]?.[right] as number) & (LEFT_SIZE - 1);
      right ^= (rightRounds[round]?.[left] as number) & (RIGHT_SIZE - 1);
    }
    return (left << RIGHT_BITS) | right;
  };
}
