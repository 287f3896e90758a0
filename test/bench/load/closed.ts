import type { Connection } from "./connection.ts";
import type { Clock, Recorder } from "./recorder.ts";

/**
 * A closed loop: each connection sends its next request when the last was answered, until the measured time is over or there is no
 * request left; answers that are due are waited for.
 * @returns when the last request was sent because there were no more; undefined when the time ended it
 */
export async function closedLoop(
  connections: readonly Connection[],
  next: () => string | undefined,
  clock: Clock,
  recorder: Recorder,
): Promise<number | undefined> {
  let ranOutAt: number | undefined;
  const loop = (connection: Connection): Promise<void> =>
    new Promise((resolve, reject) => {
      let sentAt = 0;
      const send = (now: number): void => {
        const request = next();
        if (request === undefined) {
          ranOutAt ??= now;
          resolve();
          return;
        }
        sentAt = now;
        connection.send(request);
      };
      connection.failed = reject;
      connection.answered = (body) => {
        const now = performance.now();
        recorder.note(now, now - sentAt, body);
        if (now >= clock.to) resolve();
        else send(now);
      };
      send(performance.now());
    });
  await Promise.all(connections.map(loop));
  return ranOutAt;
}
