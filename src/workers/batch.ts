import type { Store, Transaction } from "../store/store.ts";
import { countItems } from "../telemetry.ts";

/** How a round is counted in the metrics, and how many items fill it. */
export interface Batch {
  readonly loop: string;
  readonly outcome: string;
  readonly size: number;
}

/**
 * Returns a round that handles one batch of items in one transaction. A full batch means that more may be due.
 * @param work handles `size` items, or all when they are fewer, and returns how many it has handled
 */
export function batchRound(
  store: Store,
  { loop, outcome, size }: Batch,
  work: (tx: Transaction, size: number) => Promise<number>,
): () => Promise<boolean> {
  return async () => {
    const count = await store.transact((tx) => work(tx, size));
    countItems({ loop, outcome }, count);
    return count >= size;
  };
}
