import type { Leg, MerchantAccounts } from "../ledger/ledger.ts";

/** A completed payment that no settlement has. */
export interface UnsettledPayment {
  readonly paymentId: string;
  readonly amount: bigint;
}

/** A completed refund that no settlement has netted. */
export interface UnsettledRefund {
  readonly refundId: string;
  readonly amount: bigint;
  /** What of it came out of money that a settlement had taken already. */
  readonly fromSettled: bigint;
}

/** What a settlement consists of. */
export interface Choice {
  readonly payments: readonly UnsettledPayment[];
  readonly refunds: readonly UnsettledRefund[];
  /** Payments less refunds: what is transferred on the network. */
  readonly transfer: bigint;
  /** What leaves the merchant account of the ledger: the refunds that came out of money taken by settlements left it already. */
  readonly fromMerchant: bigint;
}

/**
 * Chooses what to settle, so that 0 < transfer ≤ owed. All items are chosen whenever all are given and something is owed.
 *
 * Why the merchant account cannot go short: let M be its balance and F the part of the unsettled refunds that came out of money that
 * settlements had taken, so that owed = M − F. The chosen refunds hold f ≤ F of it, and fromMerchant = transfer + f ≤ (M − F) + f ≤ M.
 *
 * @param payments unsettled ones, oldest first; need not be all
 * @param refunds unsettled ones, oldest first; need not be all
 * @param owed all unsettled payments less all unsettled refunds
 * @returns undefined when there is nothing to pay out yet
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

  // Payments beyond what is owed wait for the refunds that did not fit; the newest ones wait.
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
 * The transfer goes to clearing. What the netted refunds took out of clearing and settled money is put back there, in the same
 * order in which clearing is left again.
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
