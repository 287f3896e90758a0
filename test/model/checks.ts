// What has to hold after every step.

import { balancesInLedger, expectAllReconciled, untilSettled } from "../e2e/support/reconcile.ts";
import { eventually } from "../e2e/support/scene.ts";
import { type Both, decimal, type Sides, Violation } from "./perform.ts";

/** The payments that were touched, and what everybody has, are what the model says. */
export async function checkStep(sides: Sides, touched: readonly Both[]): Promise<void> {
  await Promise.all([...touched.map((payment) => checkPayment(sides, payment)), checkWallets(sides)]);
  await checkLedger(sides);
}

async function checkPayment({ world }: Sides, { real, model }: Both): Promise<void> {
  const found = await world.read(`/api/v1/payments/${real.paymentId}`);
  const { status, refundedAmount, transactionId } = found as Record<string, string | undefined>;
  const expected = { status: model.status, refundedAmount: decimal(model.refunded) };
  if (status !== expected.status || refundedAmount !== expected.refundedAmount)
    throw new Violation(
      `${real.paymentId} is ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`,
    );
  if ((transactionId === undefined) === (status === "completed"))
    throw new Violation(`${real.paymentId} is ${status} with the transaction ${transactionId}`);
}

async function checkWallets({ world, model }: Sides): Promise<void> {
  await Promise.all(
    world.holders.map(async ({ walletId }, index) => {
      const { items } = await world.read(`/api/v1/wallets/${walletId}/balances`);
      const [first] = items as { amount: string }[];
      const expected = decimal(model.wallets[index] ?? 0n);
      if ((first?.amount ?? "0") !== expected)
        throw new Violation(`wallet ${index} has ${first?.amount}, expected ${expected}`);
    }),
  );
}

/** Sums of the ledger itself. A database that was just killed answers late. */
async function checkLedger({ world, model }: Sides): Promise<void> {
  const { read } = world.product.store();
  const again = <T>(what: string, work: () => Promise<T>) =>
    eventually(what, async () => work().catch(() => undefined));
  const violations = await again("the ledger's sums", () => read.ledger.violations());
  if (violations.length > 0) throw new Violation(violations.join("; "));
  const held = [...model.wallets, ...model.merchants].reduce((sum, amount) => sum + amount, 0n);
  if (held !== model.issued) throw new Error("the model itself does not add up");
}

/**
 * At the end: everything is settled, the ledger says that each merchant was paid what it earned, and the network holds what final
 * settlements transferred. That may be more than was earned: a refund after the last payout is netted by the next one.
 */
export async function checkNetwork({ world, model }: Sides): Promise<void> {
  for (const [index, shop] of world.shops.entries()) {
    const earned = model.merchants[index] ?? 0n;
    if (earned === 0n) continue;
    await untilSettled(world.product, world.issuer, shop);
    const { merchant, clearing, settled } = await balancesInLedger(world.product, world.issuer, shop);
    if (merchant !== 0n || clearing !== 0n || settled !== earned)
      throw new Violation(`merchant ${index} has ${merchant}, ${clearing} and ${settled}, earned ${earned}`);
  }
  await expectAllReconciled(world.product);
}
