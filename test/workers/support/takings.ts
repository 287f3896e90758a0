// Completed payments, made through the store's own writers.
import type { AssetType } from "../../../src/domain/asset/asset-type.ts";
import { newId } from "../../../src/domain/identifier/identifier.ts";
import { complete, newPayment, type Payment } from "../../../src/domain/payment/payment.ts";
import type { Store } from "../../../src/store/store.ts";

/** A payment of `amount` minor units that the wallet has paid. */
export function paidPayment(
  store: Store,
  type: AssetType,
  merchantId: string,
  walletId: string,
  amount: bigint,
): Promise<Payment> {
  const { assetTypeId } = type;
  return store.transact(async (tx) => {
    const now = await tx.clock.now();
    const pending = newPayment({ merchantId, assetTypeId, amount }, now, 900);
    await tx.payments.insert([pending]);
    const transactionId = newId("transaction");
    await tx.ledger.post(
      {
        transactionId,
        kind: "payment",
        assetTypeId,
        amount,
        merchantId,
        walletId,
        paymentId: pending.paymentId,
        createdAt: now,
      },
      [
        {
          debit: { kind: "wallet", ownerId: walletId, assetTypeId },
          credit: { kind: "merchant", ownerId: merchantId, assetTypeId },
          amount,
        },
      ],
    );
    const paid = complete(pending, { walletId, transactionId }, now);
    await tx.payments.save(paid);
    return paid;
  });
}

/** Balances of a merchant's two accounts, in minor units. */
export async function balancesOf(
  store: Store,
  type: AssetType,
  merchantId: string,
): Promise<{ merchant: bigint; settled: bigint }> {
  const { assetTypeId } = type;
  const [merchant, settled] = await Promise.all([
    store.read.ledger.balance({ kind: "merchant", ownerId: merchantId, assetTypeId }),
    store.read.ledger.balance({ kind: "settled", ownerId: merchantId, assetTypeId }),
  ]);
  return { merchant, settled };
}
