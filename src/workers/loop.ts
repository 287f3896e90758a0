import type { Logger } from "../logger.ts";
import { isUnavailable } from "../store/constraints.ts";
import { workerRoundDuration, workerRoundFailures } from "../telemetry.ts";
import { tracer } from "../telemetry/tracer.ts";
import { backOffMs } from "./back-off.ts";
import { Pause } from "./pause.ts";

const failureBaseMs = 200;
const failureMaxMs = 30_000;
/** After a round the loop rests for a multiple of the time that the round took, and for at most `restMs`, before a signal starts it. */
const restFactorPreset = 2;
const restMs = 10;

/** Options of a repeating job. */
export interface LoopOptions {
  /** Name of the loop in logs and metrics. */
  readonly name: string;
  /** Does a bounded portion of the work. Resolves to true when more work may be ready at once. */
  readonly round: () => Promise<boolean>;
  /** Pause in milliseconds after a round that found no more work. */
  readonly pauseMs: number;
  /** Registers a function that ends the pause early. @returns a function that removes it */
  readonly wakeOn?: ((wake: () => void) => () => void) | undefined;
  /** Rest before a signal starts the next round, as a multiple of the time that the round took; 2 when absent. */
  readonly restFactor?: number | undefined;
  readonly log: Logger;
}

/** A running loop. */
export interface Loop {
  /** Starts no further round. Resolves when the running round has ended. */
  close(): Promise<void>;
}

/** Runs rounds until the loop is closed. A failed round is logged and repeated after a back-off; it never ends the loop. */
export function startLoop({
  name,
  round,
  pauseMs,
  wakeOn,
  restFactor = restFactorPreset,
  log,
}: LoopOptions): Loop {
  const stop = new AbortController();
  const pause = new Pause(stop.signal);
  const stopWaking = wakeOn?.(() => pause.wake());
  // Monitoring sees the first failure only as an increase from zero.
  workerRoundFailures.inc({ loop: name }, 0);
  const run = async (): Promise<void> => {
    let failures = 0;
    while (!stop.signal.aborted) {
      let waitMs = 0;
      const started = performance.now();
      pause.begin();
      const measured = workerRoundDuration.startTimer({ loop: name });
      try {
        if (!(await (tracer ? tracer.round(name, round) : round()))) waitMs = pauseMs;
        if (failures > 0) log.info({ loop: name, failures }, "the loop works again after failures");
        failures = 0;
      } catch (error) {
        failures += 1;
        workerRoundFailures.inc({ loop: name });
        waitMs = backOffMs(failures, failureBaseMs, failureMaxMs);
        report(log, name, failures, error);
      }
      measured();
      // A failed round is not repeated earlier for a signal, and signals do not let rounds take all time of the database.
      const shortestMs =
        failures > 0 ? waitMs : Math.min(waitMs, restMs, restFactor * (performance.now() - started));
      if (waitMs > 0) await pause.take(waitMs, shortestMs);
    }
  };
  const running = run();
  return {
    close: async () => {
      stopWaking?.();
      stop.abort();
      await running;
    },
  };
}

/** Logs a failed round. An unreachable database gives one line, not a stack trace at every attempt. */
function report(log: Logger, loop: string, failures: number, error: unknown): void {
  if (!isUnavailable(error)) log.error({ loop, failures, err: error }, "a round failed and will be repeated");
  else if (failures === 1)
    log.warn({ loop, reason: (error as Error).message }, "the database cannot be used");
}
