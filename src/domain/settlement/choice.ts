import type { Leg, MerchantAccounts } from "../ledger/ledger.ts";

/** A completed payment that belongs to no settlement. */
export interface UnsettledPayment {
  readonly paymentId: string;
  readonly amount: bigint;
}

/** A completed refund that no settlement has netted. */
export interface UnsettledRefund {
  readonly refundId: string;
  readonly amount: bigint;
  /** The part of the refund that came from money in earlier settlements. */
  readonly fromSettled: bigint;
}

/** The content of a settlement. */
export interface Choice {
  readonly payments: readonly UnsettledPayment[];
  readonly refunds: readonly UnsettledRefund[];
  /** Payments minus refunds: the amount of the transfer on the network. */
  readonly transfer: bigint;
  /** The amount that leaves the ledger's merchant account. Refunds from money in earlier settlements have already left that account. */
  readonly fromMerchant: bigint;
}

/**
 * Chooses the items to settle, so that 0 < transfer ≤ owed. If all items are given and the merchant is owed money, all are chosen.
 *
 * Why the merchant account cannot go short:
 * Let M be its balance, and F the part of the unsettled refunds that came from money in earlier settlements. So owed = M − F.
 * The chosen refunds hold f ≤ F of it, and fromMerchant = transfer + f ≤ (M − F) + f ≤ M.
 *
 * @param payments unsettled payments, oldest first; may be only a part of all
 * @param refunds unsettled refunds, oldest first; may be only a part of all
 * @param owed all unsettled payments minus all unsettled refunds
 * @returns undefined when nothing can be paid out yet
 */
export function choose(
  payments: readonly UnsettledPayment[],
  refunds: readonly UnsettledRefund[],
  owed: bigint,
): Choice | undefined {
  if (owed <= 0n) return undefined;
  let transfer = sum(payments.map(({ amount }) => amount));

  const netted = refunds.filter(({ amount }) => {
    if (amount >= transfer) return false;
    transfer -= amount;
    return true;
  });

  // Payments beyond the owed amount wait for the refunds that did not fit. The newest payments wait.
  const paid = new Set(payments);
  for (const payment of payments.toReversed()) {
    if (transfer <= owed) break;
    if (transfer - payment.amount <= 0n) continue;
    transfer -= payment.amount;
    paid.delete(payment);
  }
  if (transfer <= 0n || transfer > owed) return undefined;

  const fromMerchant = transfer + sum(netted.map(({ fromSettled }) => fromSettled));
  return { payments: [...paid], refunds: netted, transfer, fromMerchant };
}

/**
 * Returns the legs of a settlement. The transfer goes to clearing.
 * The netted refunds had taken money out of clearing and settled.
 * The settlement returns that money in the order in which clearing is left.
 */
export function legsOf(
  { merchant: debit, clearing, settled }: MerchantAccounts,
  { transfer, fromMerchant }: Choice,
  debtOfClearing: bigint,
): Leg[] {
  const debt = fromMerchant - transfer;
  const back = debtOfClearing <= 0n ? 0n : debt < debtOfClearing ? debt : debtOfClearing;
  return [
    { debit, credit: clearing, amount: transfer + back },
    { debit, credit: settled, amount: debt - back },
  ].filter(({ amount }) => amount > 0n);
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
