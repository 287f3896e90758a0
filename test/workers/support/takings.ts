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

/** Balances of a merchant's accounts, in minor units. */
export async function balancesOf(
  store: Store,
  { assetTypeId }: AssetType,
  merchantId: string,
): Promise<{ merchant: bigint; clearing: bigint; settled: bigint }> {
  const balance = (kind: "merchant" | "clearing" | "settled") =>
    store.read.ledger.balance({ kind, ownerId: merchantId, assetTypeId });
  const [merchant, clearing, settled] = await Promise.all([
    balance("merchant"),
    balance("clearing"),
    balance("settled"),
  ]);
  return { merchant, clearing, settled };
}

let sequence = 0n;

/**
 * Stores a made-up transfer for the settlement of a network that waits longest for one, as if it had been signed.
 *
 * @returns the settlement, or undefined when none waits
 */
export async function prepareMadeUp(
  store: Store,
  {
    network = "eip155:31337",
    reference = newId("transaction"),
  }: { network?: string; reference?: string } = {},
): Promise<string | undefined> {
  return store.transact(async (tx) => {
    const item = await tx.settlementQueue.lockUnprepared(network);
    if (!item) return undefined;
    const account = `${network}:0x00000000000000000000000000000000000000ff`;
    sequence += 1n;
    const transfer = { reference, sequence, signedTransfer: Buffer.from("signed") };
    await tx.settlementTransfers.prepared(network, item, { account, epoch: 0 }, transfer);
    return item.settlementId;
  });
}
