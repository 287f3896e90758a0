import type { AccountKey } from "../store/ledger/checkpoints.ts";
import type { Store } from "../store/store.ts";
import { countItems } from "../telemetry.ts";

const accountsMax = 200;

/**
 * Stores the balances of closed days. Each round handles up to 200 accounts and one day of each. After the last account the loop starts
 * over, until no balance is left to store.
 */
export function keepBalances(store: Store): () => Promise<boolean> {
  let after: AccountKey | undefined;
  let keptSinceStart = 0;
  return async () => {
    // Read this before the transaction, because the transaction itself would be the oldest one.
    const closed = await store.read.statements.closedBefore();
    const { kept, next } = await store.transact((tx) => tx.checkpoints.keep(closed, accountsMax, after));
    countItems({ loop: "keep-balances", outcome: "kept" }, kept);
    after = next;
    keptSinceStart += kept;
    if (next) return true;
    const again = keptSinceStart > 0;
    keptSinceStart = 0;
    return again;
  };
}
