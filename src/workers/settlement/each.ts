import type { Due } from "../../store/settlement/queue.ts";
import { leaseMs, type SettlementContext } from "./context.ts";

/** How many settlements one worker has in hand at once. */
const dueMax = 20;

/**
 * Leases settlements that are due and does the same with each. Nothing is locked while the network is asked: the lease keeps
 * other workers away, and runs out when this one dies.
 *
 * @returns true when there may be more
 */
export async function eachDue(
  { store }: Pick<SettlementContext, "store">,
  what: "unsubmitted" | "submitted",
  work: (due: Due) => Promise<void>,
): Promise<boolean> {
  const items = await store.transact((tx) => tx.settlementQueue.lease(what, dueMax, leaseMs));
  // One that fails unforeseen must not keep the others from being recorded; its lease brings it back.
  const outcomes = await Promise.allSettled(items.map(work));
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason as unknown] : [],
  );
  if (failures.length > 0) throw failures[0];
  return items.length === dueMax;
}
