// Puts events in and receives their deliveries: a process of its own, the same for all contenders.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { uuidOf } from "../../../src/domain/identifier/identifier.ts";
import { endWithParent, report, settings } from "../child.ts";
import { exponential } from "../load/open.ts";
import type { LoadResult } from "../load/plan.ts";
import { Recorder } from "../load/recorder.ts";
import { type Asked, type DeliveryTurn, thisMachine } from "./plan.ts";
import { openSource, type Put } from "./source.ts";

/** Events of one statement in a closed loop. */
const together = 250;
/** How long deliveries that are due are waited for after the measured time. */
const patienceMs = 60_000;

const nothing = Buffer.alloc(0);

/** What is under way in a turn. */
interface Running {
  readonly recorder: Recorder;
  readonly seen: Set<string>;
  readonly hanging: ReadonlySet<string>;
}

let running: Running | undefined;
const held = new Set<ServerResponse>();

/** Milliseconds of the time in an event's identifier, which its transaction makes as it writes the event. */
const createdAt = (id: string): number =>
  Number.parseInt(uuidOf("event", id).replaceAll("-", "").slice(0, 12), 16);

function take(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const { host = "", "webhook-id": id } = request.headers;
  const challenge = body.includes("webhook.verification") && /"challenge":"([^"]+)"/.exec(body.toString());
  if (challenge) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ challenge: challenge[1] }));
    return;
  }
  if (running?.hanging.has(host.replace(/:\d+$/, ""))) {
    held.add(response);
    response.on("close", () => held.delete(response));
    return;
  }
  // What is delivered a second time counts once.
  if (running && typeof id === "string" && !running.seen.has(id)) {
    running.seen.add(id);
    running.recorder.note(performance.now(), Date.now() - createdAt(id), nothing);
  }
  response.writeHead(204).end();
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => take(request, Buffer.concat(parts), response));
});
server.keepAliveTimeout = 60_000;

/** Puts events in until the time is over. @returns how many */
async function produce(
  put: Put,
  turn: DeliveryTurn,
  until: number,
  seen: ReadonlySet<string>,
): Promise<number> {
  const { waitingMax, rate } = turn;
  let made = 0;
  if (waitingMax !== undefined)
    while (performance.now() < until) {
      if (made - seen.size + together > waitingMax) await sleep(5);
      else {
        await put(together);
        made += together;
      }
    }
  else if (rate !== undefined) {
    const putting: Promise<void>[] = [];
    for (let due = performance.now(); due < until; ) {
      let count = 0;
      for (const now = performance.now(); due <= now; due += exponential(rate)) count += 1;
      if (count > 0) putting.push(put(count));
      made += count;
      await sleep(1);
    }
    await Promise.all(putting);
  }
  return made;
}

async function runTurn(turn: DeliveryTurn, put: Put | undefined): Promise<LoadResult> {
  const from = performance.now() + turn.warmUpSeconds * 1000;
  const clock = { from, to: from + turn.seconds * 1000 };
  const seen = new Set<string>();
  const recorder = new Recorder(clock, false);
  const hanging = new Set(turn.hanging);
  running = { recorder, seen, hanging };
  const before = process.cpuUsage();
  try {
    if (put) {
      const made = await produce(put, turn, clock.to, seen);
      const end = performance.now() + patienceMs;
      while (hanging.size === 0 && seen.size < made) {
        if (performance.now() > end)
          throw new Error(`${made - seen.size} of ${made} events were not delivered`);
        await sleep(5);
      }
    } else await sleep(clock.to - performance.now());
  } finally {
    running = undefined;
    // Whoever was held is let go, as a receiver that has been restarted does.
    for (const response of held) response.destroy();
  }
  const { user, system } = process.cpuUsage(before);
  return { ...recorder.summary(), answered: recorder.answered, cpuSeconds: (user + system) / 1e6 };
}

await settings<object>();
let opened: Awaited<ReturnType<typeof openSource>> | undefined;
await new Promise<void>((resolve) => server.listen(0, thisMachine, resolve));
endWithParent(async () => {
  server.closeAllConnections();
  await opened?.close();
});

async function answer(asked: Asked): Promise<object> {
  if ("turn" in asked) return runTurn(asked.turn, opened?.put);
  opened = await openSource(asked.source);
  return {};
}

process.on("message", (asked: Asked) => {
  answer(asked).then(report, (error: Error) => report({ failed: error.message }));
});
report({ port: (server.address() as AddressInfo).port });
