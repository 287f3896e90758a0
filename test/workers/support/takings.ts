// Completed payments, made through the store's own writers.
import pg from "pg";
import type { AssetType } from "../../../src/domain/asset/asset-type.ts";
import { newId, uuidOf } from "../../../src/domain/identifier/identifier.ts";
import { accountUuid } from "../../../src/domain/ledger/ledger.ts";
import type { PaymentDetails } from "../../../src/domain/payment/details.ts";
import { complete, newPayment, type Payment } from "../../../src/domain/payment/payment.ts";
import type { Store } from "../../../src/store/store.ts";

/** A payment of `amount` minor units that the wallet has paid. */
export function paidPayment(
  store: Store,
  type: AssetType,
  merchantId: string,
  walletId: string,
  amount: bigint,
  details: PaymentDetails = {},
): Promise<Payment> {
  const { assetTypeId } = type;
  return store.transact(async (tx) => {
    const now = await tx.clock.now();
    const pending = newPayment({ merchantId, assetTypeId, amount, ...details }, now, 900);
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

/**
 * Many payments of 1000 minor units that the wallet has paid, written at once.
 *
 * @returns their transactions
 */
export async function manyPaidPayments(
  url: string,
  { assetTypeId }: AssetType,
  merchantId: string,
  walletId: string,
  count: number,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const account = (kind: "wallet" | "merchant", ownerId: string) =>
    accountUuid({ kind, ownerId, assetTypeId });
  const values = [
    uuidOf("merchant", merchantId),
    uuidOf("assetType", assetTypeId),
    uuidOf("wallet", walletId),
    account("wallet", walletId),
    account("merchant", merchantId),
  ];
  const transactions = Array.from({ length: count }, () => newId("transaction"));
  try {
    await client.query("begin");
    await client.query(
      `insert into account (asset_type_id, account_id, kind, owner_id) values ($1, $2, 'merchant', $3) on conflict do nothing`,
      [values[1], values[4], values[0]],
    );
    await client.query(
      `create temporary table made on commit drop as
        select t as transaction_id, p as payment_id, business_now() as at from unnest($1::uuid[], $2::uuid[]) x (t, p)`,
      [
        transactions.map((id) => uuidOf("transaction", id)),
        transactions.map(() => uuidOf("payment", newId("payment"))),
      ],
    );
    await client.query(
      `insert into payment (merchant_id, payment_id, asset_type_id, amount, status, nonce, wallet_id, transaction_id, created_at,
         expires_at, ended_at)
       select $1::uuid, payment_id, $2::uuid, 1000, 'completed', uuid_send(gen_random_uuid()), $3::uuid, transaction_id, at,
         at + interval '1 hour', at from made`,
      values.slice(0, 3),
    );
    await client.query(
      `insert into ledger_transaction (asset_type_id, transaction_id, kind, amount, merchant_id, wallet_id, payment_id, created_at)
       select $2::uuid, transaction_id, 'payment', 1000, $1::uuid, $3::uuid, payment_id, at from made`,
      values.slice(0, 3),
    );
    await client.query(
      `insert into ledger_transfer (asset_type_id, transaction_id, leg, debit_account_id, credit_account_id, amount, created_at)
       select $1::uuid, transaction_id, 0, $2::uuid, $3::uuid, 1000, at from made`,
      [values[1], values[3], values[4]],
    );
    for (const [at, sign] of [
      [values[3], -1],
      [values[4], 1],
    ] as const)
      await client.query(
        "update account set balance = balance + $3::numeric where asset_type_id = $1 and account_id = $2",
        [values[1], at, sign * count * 1000],
      );
    await client.query("commit");
  } finally {
    await client.end();
  }
  return transactions;
}
