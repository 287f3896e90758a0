// Runs inside a member of a process set.
import cluster from "node:cluster";
import { countProcess, metricsRegistry } from "../../telemetry.ts";
import { READY } from "../child.ts";
import { orderIn, type Report } from "./messages.ts";

/** Tells whether this process is a member of a set. */
export function isMember(): boolean {
  return cluster.isWorker;
}

/** A member's connection to its supervisor. */
export interface Membership {
  /** Resolves when the member must end: the supervisor says so, SIGTERM arrives, or the supervisor has ended. */
  readonly stopped: Promise<void>;
  /** Tells the supervisor that the member runs. From then on the member answers the supervisor's questions. */
  announce(isReady: () => Promise<boolean>): void;
  /** Sends the member's last metrics to the supervisor, just before the member ends. */
  farewell(): Promise<void>;
}

/**
 * Joins the set. SIGINT and SIGHUP of the terminal reach every process of the set. Only the supervisor acts on them, so the member
 * ignores them.
 */
export function joinSet(): Membership {
  const { worker } = cluster;
  if (!worker) throw new Error("this process was not started by a supervisor");
  // Without this line Node ends the process, with its open requests, as soon as the supervisor has ended.
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
  // A check that fails means "not ready"; the failing part logs its own error.
  const ready = await isReady().catch(() => false);
  await report({ pda: "answer", id, ready });
}

/** Sends a message. Resolves when it is sent, or at once when the channel is closed. */
function report(message: Report): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || !process.send) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
}
