import type { NetworkMovement } from "../../../chain/adapter.ts";
import type { UnfinishedSettlement } from "../../../store/settlement/recovery.ts";
import type { Transaction } from "../../../store/store.ts";

export const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Tells whether a settlement means to pay the account that a transfer has paid, in the same asset. */
export const goesThere = (
  { account, networkAsset }: UnfinishedSettlement,
  { to, asset }: NetworkMovement,
): boolean => same(account, to) && same(networkAsset, asset);

/** Tells whether a transfer may have paid a settlement, wherever the settlement goes in this database. */
export const mayBePaid = (
  { networkAsset, payeeAccounts, payeeAssets }: UnfinishedSettlement,
  { to, asset }: NetworkMovement,
): boolean =>
  payeeAccounts.some((each) => same(each, to)) &&
  [networkAsset, ...payeeAssets].some((each) => same(each, asset));

/** Money that this database owes a merchant, and that the merchant may have received already. */
interface Owed {
  /** The settlement that would pay the money; absent while the payments are in no settlement. */
  readonly settlement?: UnfinishedSettlement;
}

/**
 * Returns what this database would pay the merchant of an account although the account has received a transfer. That includes a settlement
 * whose transfer is not final: if the transfer has failed, the settlement is paid by a new one.
 *
 * @param before time of the transfer
 * @param explained settlements that are known to be paid by something
 * @returns undefined if nothing is owed
 */
export async function owedFor(
  { settlementRecovery }: Transaction,
  movement: NetworkMovement,
  before: Date,
  explained: ReadonlySet<string> = new Set(),
): Promise<Owed | undefined> {
  // In this order, because a worker may settle the payments in between: then the settlement is found.
  const owes = await settlementRecovery.owes(movement.to, movement.asset, before);
  const unfinished = await settlementRecovery.lockUnfinished([movement.to]);
  const settlement = unfinished.find(
    (each) => mayBePaid(each, movement) && !explained.has(each.settlementId),
  );
  if (settlement) return { settlement };
  return owes ? {} : undefined;
}
