import type { Store, Transaction } from "../store/store.ts";
import { workerItems } from "../telemetry.ts";

/** How a round is counted in the metrics, and how many items it handles at most. */
export interface Batch {
  readonly loop: string;
  readonly outcome: string;
  readonly size: number;
}

/**
 * Returns a round that handles one batch of items in one transaction. A full batch means that more may be due.
 * @param work handles at most `size` items and returns how many there were
 */
export function batchRound(
  store: Store,
  { loop, outcome, size }: Batch,
  work: (tx: Transaction, size: number) => Promise<number>,
): () => Promise<boolean> {
  return async () => {
    const count = await store.transact((tx) => work(tx, size));
    workerItems.inc({ loop, outcome }, count);
    return count === size;
  };
}
