import { type AccountKey, beforeAll } from "../store/ledger/checkpoints.ts";
import type { Store } from "../store/store.ts";
import { countItems } from "../telemetry.ts";

const accountsMax = 200;

interface Round {
  readonly kept: number;
  readonly next?: AccountKey;
  readonly failures: readonly unknown[];
}

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
    const from = after ?? beforeAll;
    const { kept, next, failures } = await store
      .transact((tx) => tx.checkpoints.keep(closed, accountsMax, from))
      .then((round): Round => ({ ...round, failures: [] }))
      .catch(() => oneByOne(store, closed, from));
    countItems({ loop: "keep-balances", outcome: "kept" }, kept);
    after = next;
    keptSinceStart += kept;
    if (failures.length > 0) throw failures[0];
    if (next) return true;
    const again = keptSinceStart > 0;
    keptSinceStart = 0;
    return again;
  };
}

/** A failure of one account must not keep the balances of others, which may be those of other tenants, from being stored. */
async function oneByOne(store: Store, closed: Date, from: AccountKey): Promise<Round> {
  const accounts = await store.transact((tx) => tx.checkpoints.accounts(accountsMax, from));
  const failures: unknown[] = [];
  let [kept, before] = [0, from];
  for (const account of accounts) {
    try {
      const since = before;
      kept += (await store.transact((tx) => tx.checkpoints.keep(closed, 1, since))).kept;
    } catch (error) {
      failures.push(error);
    }
    before = account;
  }
  return accounts.length === accountsMax ? { kept, next: before, failures } : { kept, failures };
}
