import type { Connection } from "./connection.ts";
import { GaveUp } from "./gave-up.ts";
import type { Clock, Recorder } from "./recorder.ts";

/** How long answers that are due are waited for after the measured time. */
const patienceMs = 20_000;

/** Milliseconds between two arrivals of a Poisson process. */
export function exponential(perSecond: number, random: () => number = Math.random): number {
  return (-Math.log(1 - random()) * 1000) / perSecond;
}

/**
 * An open loop: requests arrive at `rate` a second, whatever becomes of the ones before. One that finds no idle connection waits for it,
 * and its time counts from when it should have been sent, so that a slow answer cannot hide those that it kept waiting (no coordinated
 * omission). Timers are of one millisecond, so up to that much of each time is the generator's own.
 * @throws GaveUp when the answers do not come in the end: the rate was more than is served
 */
export function openLoop(
  connections: readonly Connection[],
  next: () => string | undefined,
  clock: Clock,
  recorder: Recorder,
  rate: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const idle = [...connections];
    const waiting: number[] = [];
    let served = 0;
    let open = 0;
    let due = performance.now() + exponential(rate);
    let timer: NodeJS.Timeout;
    const finish = (error?: Error): void => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    };
    const send = (connection: Connection, dueAt: number): void => {
      const request = next();
      if (request === undefined) {
        finish(new Error("too few requests for this rate"));
        return;
      }
      open++;
      connection.answered = (body) => {
        open--;
        const now = performance.now();
        recorder.note(dueAt, now - dueAt, body);
        const waited = waiting[served];
        if (waited === undefined) idle.push(connection);
        else {
          served++;
          send(connection, waited);
        }
        pump(now);
      };
      connection.send(request);
    };
    const pump = (now: number): void => {
      for (; due <= now && due < clock.to; due += exponential(rate)) {
        const connection = idle.shift();
        if (connection) send(connection, due);
        else waiting.push(due);
      }
      if (due >= clock.to && open === 0 && served === waiting.length) finish();
      else if (now > clock.to + patienceMs) finish(new GaveUp(`${open} answers did not come`));
    };
    const tick = (): void => {
      timer = setTimeout(tick, 1);
      pump(performance.now());
    };
    for (const connection of connections) connection.failed = finish;
    tick();
  });
}
