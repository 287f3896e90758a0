import type { Due } from "../../store/settlement/queue.ts";
import { leaseMs, type SettlementContext } from "./context.ts";

/** Number of settlements that one worker handles at the same time. */
const dueMax = 20;

/**
 * Leases due settlements and runs the same work for each. No row is locked during a call to the network: the lease keeps other workers
 * away, and expires if this worker dies.
 *
 * @returns true if more settlements may be due
 */
export async function eachDue(
  { store }: Pick<SettlementContext, "store">,
  what: "unsubmitted" | "submitted",
  work: (due: Due) => Promise<void>,
): Promise<boolean> {
  const items = await store.transact((tx) => tx.settlementQueue.lease(what, dueMax, leaseMs));
  // An unexpected failure of one settlement must not keep the others from being recorded. Its lease expires, so it becomes due again.
  const outcomes = await Promise.allSettled(items.map(work));
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason as unknown] : [],
  );
  if (failures.length > 0) throw failures[0];
  return items.length === dueMax;
}
