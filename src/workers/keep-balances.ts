import type { AccountKey } from "../store/ledger/checkpoints.ts";
import type { Store } from "../store/store.ts";
import { workerItems } from "../telemetry.ts";

const accountsMax = 200;

/**
 * Keeps the balances of days that are closed, so many accounts in a round and of each one day: when all accounts have had their turn it
 * starts over, until there is nothing left to keep.
 */
export function keepBalances(store: Store): () => Promise<boolean> {
  let after: AccountKey | undefined;
  let keptSinceStart = 0;
  return async () => {
    // Before the transaction, which would be the oldest one itself.
    const closed = await store.read.statements.closedBefore();
    const { kept, next } = await store.transact((tx) => tx.checkpoints.keep(closed, accountsMax, after));
    workerItems.inc({ loop: "keep-balances", outcome: "kept" }, kept);
    after = next;
    keptSinceStart += kept;
    if (next) return true;
    const again = keptSinceStart > 0;
    keptSinceStart = 0;
    return again;
  };
}
