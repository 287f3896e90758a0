import { Client } from "undici";
import type { Asked } from "./load/plan.ts";
import { type Line, reached } from "./report.ts";
import { median, significant } from "./statistics.ts";

/** Rounds before those that count: connections, plans and caches are warm then. */
const warmUpRounds = 200;

/** One kind of call: makes the next request of it, which takes no measured time. */
export type Kind = (call: Ask) => Promise<Asked> | Asked;

/** Makes a call that is not measured. @returns its data */
export type Ask = (asked: Asked) => Promise<Record<string, unknown>>;

/** Where calls are made, one after the other, on one connection that stays open. */
export interface Place {
  readonly port: number;
  readonly ca: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Times calls of several kinds as somebody would who wants to tell them apart: on a quiet connection, one call at a time, in rounds of one
 * call of each kind in random order, so that whatever else goes on meets all of them alike.
 *
 * @returns milliseconds of each call by kind
 * @throws Error for an answer that is not 2xx
 */
export async function timeKinds<Name extends string>(
  { port, ca, headers }: Place,
  kinds: Readonly<Record<Name, Kind>>,
  seconds: number,
): Promise<Record<Name, number[]>> {
  const client = new Client(`https://localhost:${port}`, { connect: { ca, minVersion: "TLSv1.3" } });
  const send = async ({ method, path, body }: Asked): Promise<{ ms: number; text: string }> => {
    const own = body === undefined ? {} : { "content-type": "application/json" };
    const from = performance.now();
    const answer = await client.request({
      method,
      path,
      headers: { ...headers, ...own },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.body.text();
    const ms = performance.now() - from;
    if (answer.statusCode > 299) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
    return { ms, text };
  };
  const ask: Ask = async (asked) => {
    const { text } = await send(asked);
    return (JSON.parse(text) as { data: Record<string, unknown> }).data;
  };
  const names = Object.keys(kinds) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  try {
    let end = Number.POSITIVE_INFINITY;
    for (let round = 0; performance.now() < end; round++) {
      if (round === warmUpRounds) end = performance.now() + seconds * 1000;
      for (const name of shuffled(names)) {
        const { ms } = await send(await kinds[name](ask));
        if (round >= warmUpRounds) times[name].push(ms);
      }
    }
    return times;
  } finally {
    await client.close();
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  const order = items.map((item) => ({ item, at: Math.random() }));
  return order.sort((a, b) => a.at - b.at).map(({ item }) => item);
}

/** How alike medians are: the smallest divided by the largest, 1 where nothing tells them apart. */
export function likeness(medians: readonly number[]): number {
  return Math.min(...medians) / Math.max(...medians);
}

/**
 * The line of kinds that are to look alike.
 *
 * @param alike the kinds that count, what is unknown first; others are only shown
 */
export function timingLine<Name extends string>(
  names: Pick<Line, "bench" | "against" | "seconds">,
  times: Readonly<Record<Name, readonly number[]>>,
  alike: readonly [Name, ...Name[]],
): Line & { readonly medianMs: Record<Name, number>; readonly calls: number } {
  const medians = Object.fromEntries(
    (Object.keys(times) as Name[]).map((name) => [name, median(times[name])]),
  ) as Record<Name, number>;
  const [first, ...others] = alike.map((name) => medians[name]) as [number, ...number[]];
  const ratio = significant(likeness([first, ...others]), 3);
  const target = 0.95;
  const rounded = Object.entries<number>(medians).map(([name, ms]) => [name, significant(ms, 4)]);
  return {
    ...names,
    ratio,
    unit: "ms",
    target,
    met: reached(ratio, target),
    ours: significant(first, 4),
    theirs: significant(median(others), 4),
    medianMs: Object.fromEntries(rounded) as Record<Name, number>,
    calls: times[alike[0]].length,
  };
}
