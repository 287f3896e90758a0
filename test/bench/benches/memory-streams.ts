import { setTimeout as sleep } from "node:timers/promises";
import { EventStream } from "../../support/event-stream.ts";
import { startBareStreams } from "../control/start.ts";
import { callOnce } from "../http.ts";
import { residentMegabytes } from "../memory.ts";
import { leftOut, tell } from "../report.ts";
import { significant } from "../statistics.ts";
import { eventKey } from "./events-stream.ts";
import type { Bench, Setting } from "./setting.ts";
import { authorised } from "./targets.ts";

const streamCount = 500;
/** Streams of one merchant, below the limit. */
const ofMerchant = 15;
const settleMs = 4_000;
const target = 1.3;

/** Opens idle streams. @param keys of their callers, in turn */
async function openAll(
  baseUrl: string,
  ca: string,
  keys: readonly string[],
  count: number,
): Promise<EventStream[]> {
  const streams: EventStream[] = [];
  for (let at = 0; at < count; at += 25)
    streams.push(
      ...(await Promise.all(
        Array.from({ length: 25 }, (_, place) =>
          EventStream.open({
            baseUrl,
            ca,
            query: "?pageToken=latest",
            headers: authorised({ apiKey: keys[(at + place) % keys.length] ?? "" }),
          }),
        ),
      )),
    );
  const refused = streams.find(({ status }) => status !== 200);
  if (refused) throw new Error(`a stream is refused: ${refused.status}`);
  return streams;
}

/**
 * Returns the kilobytes of one open stream: by how much processes grow when all are opened, after a tenth of them was opened and closed, so
 * that code is compiled.
 */
async function kilobytesOf(
  pids: readonly number[],
  open: (count: number) => Promise<EventStream[]>,
): Promise<number> {
  for (const stream of await open(streamCount / 10)) stream.cut();
  await sleep(settleMs);
  const before = residentMegabytes(pids) ?? Number.NaN;
  const streams = await open(streamCount);
  await sleep(settleMs);
  const after = residentMegabytes(pids) ?? Number.NaN;
  for (const stream of streams) stream.cut();
  return significant(((after - before) * 1024) / streamCount, 3);
}

async function keysOf(setting: Setting): Promise<string[]> {
  const { port, ca, operatorKey } = setting.product;
  const keys: string[] = [];
  while (keys.length * ofMerchant < streamCount) {
    const { data } = await callOnce({
      port,
      ca,
      method: "POST",
      path: "/api/v1/merchants",
      headers: authorised({ apiKey: operatorKey }),
      body: JSON.stringify({ name: "Reader" }),
    });
    keys.push(await eventKey(setting, (data as { merchantId: string }).merchantId));
  }
  return keys;
}

/** Memory of the gateway for each idle stream of events, against a bare server that holds as many answers open. */
export const memoryStreams: Bench = {
  name: "events.stream/memory",
  async run(setting) {
    const { processes, product, seconds } = setting;
    const against = `a bare node:https server with ${streamCount} open chunked answers`;
    const names = { bench: this.name, against, unit: "KB a stream", target, seconds };
    const gateway = product.parts.gateway ?? [];
    if (residentMegabytes(gateway) === undefined)
      return leftOut(names, "this system does not tell resident memory");
    const keys = await keysOf(setting);
    const { ca } = product;
    const ours = await kilobytesOf(gateway, (count) =>
      openAll(`https://localhost:${product.port}`, ca, keys, count),
    );
    const bare = await startBareStreams(processes, { https: product.pki.https });
    try {
      const theirs = await kilobytesOf(bare.pids, (count) =>
        openAll(`https://localhost:${bare.port}`, ca, keys, count),
      );
      const ratio = significant(ours / theirs, 3);
      tell(`  ${ours} KB a stream, bare ${theirs} KB`);
      return { ...names, ratio, met: ratio <= target, ours, theirs };
    } finally {
      await bare.close();
    }
  },
};
