import type { AccountKey } from "../store/ledger/checkpoints.ts";
import type { Store } from "../store/store.ts";
import { countItems } from "../telemetry.ts";

/** Accounts that one round looks at. */
const accountsMax = 200;
/** Amounts that one transaction folds: it holds the account for some tens of milliseconds. */
const rowsMax = 5_000;

/**
 * Folds the amounts of accounts that have collected many: merchants who are not settled, and publishers who issue often.
 * After the last account the loop starts over, until no account is left with as many.
 */
export function foldAmounts(store: Store, rows = rowsMax): () => Promise<boolean> {
  let after: AccountKey | undefined;
  let foldedSinceStart = 0;
  return async () => {
    const { accounts, next } = await store.transact((tx) => tx.folding.long(rows, accountsMax, after));
    after = next;
    const failures: unknown[] = [];
    for (const account of accounts) {
      // A failure of one account must not keep those of others from being folded.
      try {
        const folded = await store.transact((tx) => tx.folding.fold(account, rows));
        foldedSinceStart += folded;
        countItems({ loop: "fold-amounts", outcome: "folded" }, folded);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    if (next) return true;
    const again = foldedSinceStart > 0;
    foldedSinceStart = 0;
    return again;
  };
}
