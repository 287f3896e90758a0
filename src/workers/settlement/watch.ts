import type { Store } from "../../store/store.ts";
import { settlementOldestSeconds, settlementProblems, settlementsOpen } from "../metrics.ts";

/** Settlements that one round reads at most, so that a long queue costs no more than a glance. */
const readMax = 10_000;

/**
 * Returns a round that shows as metrics how many settlements are not final and why. Every worker shows the same numbers, because each
 * reads all settlements.
 */
export function watchSettlements(store: Pick<Store, "read">): () => Promise<boolean> {
  // A reason that no settlement has any more stays as a zero, so that an alert sees its end.
  const reasons = new Set<string>();
  return async () => {
    const found = await store.read.unfinishedSettlements.count(readMax);
    settlementsOpen.set(found.reduce((sum, { settlements }) => sum + settlements, 0));
    settlementOldestSeconds.set(Math.max(0, ...found.map(({ oldestSeconds }) => oldestSeconds)));
    for (const reason of reasons) settlementProblems.set({ reason }, 0);
    for (const { reason, settlements } of found) {
      if (reason === undefined) continue;
      reasons.add(reason);
      settlementProblems.set({ reason }, settlements);
    }
    return false;
  };
}
