import type { Store } from "../store/store.ts";
import { batchRound } from "./batch.ts";

const batch = { loop: "forget-processes", outcome: "forgotten", size: 1_000 };

/** Deletes processes of tiers that have not reported for a day: they were killed, or their machine is gone. */
export function forgetProcesses(store: Store): () => Promise<boolean> {
  return batchRound(store, batch, (tx, size) => tx.processes.forget(size));
}
