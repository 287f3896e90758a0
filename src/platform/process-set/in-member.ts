// A process of a set, seen from inside.
import cluster from "node:cluster";
import { countProcess, metricsRegistry } from "../../telemetry.ts";
import { READY } from "../child.ts";
import { orderIn, type Report } from "./messages.ts";

/** Whether this process is one of a set. */
export function isMember(): boolean {
  return cluster.isWorker;
}

/** What a member does with its supervisor. */
export interface Membership {
  /** Resolves when it is to end: told by the supervisor, by SIGTERM, or because the supervisor is gone. */
  readonly stopped: Promise<void>;
  /** Says that it runs; from then on it answers what the supervisor asks. */
  announce(isReady: () => Promise<boolean>): void;
  /** Leaves what it has counted with the supervisor; the last thing before it ends. */
  farewell(): Promise<void>;
}

/**
 * Joins the set. Interrupts and hang-ups of the terminal reach every process of it; what they mean is the supervisor's to say, so they
 * are not heard here.
 */
export function joinSet(): Membership {
  const { worker } = cluster;
  if (!worker) throw new Error("this process was not started by a supervisor");
  // Without this Node ends the process at once, with all that it answers, when the supervisor is gone.
  worker.exitedAfterDisconnect = true;
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
  countProcess();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  process.on("SIGTERM", stop);
  process.once("disconnect", stop);
  process.on("message", (message: unknown) => {
    if (orderIn(message)?.pda === "stop") stop();
  });
  return {
    stopped,
    announce(isReady) {
      process.on("message", (message: unknown) => {
        const order = orderIn(message);
        if (order?.pda === "ask") void answer(order.id, order.what, isReady);
      });
      process.send?.(READY);
    },
    farewell: async () => report({ pda: "farewell", metrics: await metricsRegistry.getMetricsAsJSON() }),
  };
}

async function answer(id: number, what: "ready" | "metrics", isReady: () => Promise<boolean>): Promise<void> {
  if (what === "metrics") {
    await report({ pda: "answer", id, metrics: await metricsRegistry.getMetricsAsJSON() });
    return;
  }
  // What cannot be found out is the answer "not ready"; what failed is logged by its owner.
  const ready = await isReady().catch(() => false);
  await report({ pda: "answer", id, ready });
}

/** Resolves when it is on its way; at once when nobody listens any more. */
function report(message: Report): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || !process.send) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
}
