// The server makes the plan of an everyday statement once, and not at each call, which would take longer than the work.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { Client } from "pg";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { newPayment } from "../../src/domain/payment/payment.ts";
import { AssetReader } from "../../src/store/asset/assets.ts";
import { EvidenceReader } from "../../src/store/asset/evidence.ts";
import { openPool, type Statement, type TransactionSession } from "../../src/store/database.ts";
import { IdempotencyReader } from "../../src/store/idempotency.ts";
import { SpendingWriter } from "../../src/store/ledger/spending.ts";
import { MerchantReader } from "../../src/store/merchant/merchants.ts";
import { TitleReader } from "../../src/store/ownership/titles.ts";
import { TransferReader } from "../../src/store/ownership/transfers.ts";
import { PaymentReader } from "../../src/store/payment/reader.ts";
import { PaymentWriter } from "../../src/store/payment/writer.ts";
import { WalletReader } from "../../src/store/wallet/wallets.ts";
import { WebhookLeaseWriter } from "../../src/store/webhook/leases.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";

/** After five calls the server compares the price of a plan for each call with the price of one plan for all. */
const plannedAnew = 5;

const all = { kind: "all" } as const;
const payment = newPayment(
  { merchantId: newId("merchant"), assetTypeId: newId("assetType"), amount: 1n },
  new Date(),
  900,
);
const account = { kind: "wallet", ownerId: newId("wallet"), assetTypeId: payment.assetTypeId } as const;

/** Calls that name one thing, as most do, by the statement that finds it. */
const calls: Record<string, (session: TransactionSession) => Promise<unknown>> = {
  payment_get: (session) => new PaymentReader(session).get(all, payment.paymentId),
  payment_by_transaction: (session) => new PaymentReader(session).getByTransaction(all, newId("transaction")),
  payment_lock: (session) => new PaymentWriter(session).lock(payment.paymentId),
  payment_save: (session) => new PaymentWriter(session).save(payment),
  idempotency_get: (session) =>
    new IdempotencyReader(session).find({ caller: "c", operation: "o", key: "k" }),
  ledger_lock_wallets: (session) => new SpendingWriter(session).lockWallets([account]),
  wallet_get: (session) => new WalletReader(session).get(account.ownerId),
  merchant_get: (session) => new MerchantReader(session).get(payment.merchantId),
  merchant_standing: (session) => new MerchantReader(session).standings([payment.merchantId]),
  asset_get_many: (session) => new AssetReader(session).getMany([newId("asset")]),
  evidence_find: (session) =>
    new EvidenceReader(session).findMany([{ assetId: newId("asset"), certificate: null }]),
  title_find: (session) => new TitleReader(session).findMany([newId("asset")]),
  transfer_get: (session) => new TransferReader(session).getMany([newId("transfer")]),
  webhook_secrets_in_use: (session) => new WebhookLeaseWriter(session).secrets([randomUUID()]),
};

/** Some rows, for which a plan for one element is cheaper than one for ten. What the rows refer to does not matter here. */
const filled = `
  alter table payment drop constraint payment_merchant_id_fkey, drop constraint payment_asset_type_id_fkey;
  insert into payment (merchant_id, payment_id, asset_type_id, amount, nonce, created_at, expires_at)
    select uuidv7(), uuidv7(), uuidv7(), 1, uuid_send(gen_random_uuid()), now(), now() + interval '1 hour' from generate_series(1, 20_000);
  insert into idempotency (caller, operation, key, request_hash, response, sealed)
    select 'c', 'o', n::text, sha256('r'), 'a', false from generate_series(1, 2000) n;
  analyze payment, idempotency`;

/** The statement of this name that a call runs, with its parameters; it gets no rows here. */
async function ranBy(call: (session: TransactionSession) => Promise<unknown>, name: string) {
  const ran: { readonly statement: Statement; readonly values: readonly unknown[] }[] = [];
  const run = (statement: Statement, values: readonly unknown[]) =>
    Promise.resolve((ran.push({ statement, values }), []));
  // What the call makes of no rows does not matter here.
  await call({ run, send: run } as unknown as TransactionSession).catch(() => undefined);
  const found = ran.find(({ statement }) => statement.name === name);
  if (!found) throw new Error(`no statement ${name} was run`);
  return found;
}

describe("statements of everyday calls", function () {
  this.timeout(60_000);
  let database: TestDatabase;
  before(async () => {
    database = await testDatabase();
    const client = new Client(database.url);
    await client.connect();
    await client.query(filled);
    await client.end();
  });
  after(() => database.close());

  for (const [name, call] of Object.entries(calls)) {
    it(`${name} is planned once, also for arrays of one element`, async () => {
      const { statement, values } = await ranBy(call, name);
      const pool = openPool({ url: database.url, poolMax: 1, statementTimeoutMs: 10_000 });
      try {
        for (let count = 0; count < plannedAnew + 2; count += 1)
          await pool.query({ ...statement, values: [...values] });
        const { rows } = await pool.query(
          "select generic_plans::int, custom_plans::int from pg_prepared_statements where name = $1",
          [name],
        );
        expect(rows).to.deep.equal([{ generic_plans: 2, custom_plans: plannedAnew }]);
      } finally {
        await pool.end();
      }
    });
  }
});
