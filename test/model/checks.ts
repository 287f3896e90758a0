// What has to hold after every step.

import { balanceOnNetwork, balancesInLedger, expectAllReconciled } from "../e2e/support/reconcile.ts";
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
 * At the end: everything is settled that can be, the ledger holds for each merchant what it earned, and the network what final
 * settlements transferred. That may be more than was earned: what is refunded after a payout is netted with later payments, which wait
 * until they are more than that.
 */
export async function checkNetwork({ world, model }: Sides): Promise<void> {
  const { product, issuer } = world;
  for (const [index, shop] of world.shops.entries()) {
    const { merchant, settled } = await eventually("settlement of everything", async () => {
      const { clearing, ...held } = await balancesInLedger(product, issuer, shop);
      const owed = (await balanceOnNetwork(product, issuer, shop)) - held.settled;
      return clearing === 0n && held.merchant <= owed && held;
    });
    const earned = model.merchants[index] ?? 0n;
    if (merchant + settled !== earned)
      throw new Violation(`merchant ${index} has ${merchant} and ${settled}, earned ${earned}`);
  }
  await expectAllReconciled(product);
}
