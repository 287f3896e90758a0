import { uuidOf } from "../../../src/domain/identifier/identifier.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { withClient } from "../database.ts";

/** What a payment that the product has created left in its tables: raw SQL then writes rows of the same content and size. */
export interface SampleRows {
  readonly caller: string;
  readonly operation: string;
  readonly requestHash: Buffer;
  readonly response: Buffer;
  readonly merchantId: string;
  readonly assetTypeId: string;
  readonly amount: string;
  readonly subject: string;
  readonly data: Buffer;
}

/** Reads the rows of a payment that was created with an idempotency key. @throws Error when one of the three is not there */
export function sampleRows(databaseUrl: string, paymentId: string, key: string): Promise<SampleRows> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<SampleRows>(
      `select i.caller, i.operation, i.request_hash as "requestHash", i.response, p.merchant_id as "merchantId",
         p.asset_type_id as "assetTypeId", p.amount, e.subject, e.data
       from payment p, idempotency i,
         (select subject, data from event where type = 'payment.created'
          union all select subject, data from outbox where type = 'payment.created') e
       where p.payment_id = $1 and i.key = $2 and e.subject = $3`,
      [uuidOf("payment", paymentId), key, paymentId],
    );
    const [sample] = rows;
    if (!sample) throw new Error(`payment ${paymentId} has not left all of its rows`);
    return sample;
  });
}

/**
 * Writes one payment with its idempotency row and its outbox event: one statement, one transaction, one round trip, which is the
 * fastest way there is without gathering several. Parameters: caller, operation, request hash, response, merchant, asset type,
 * amount, subject, data. The server makes identifiers, key and nonce, so that only constants travel.
 */
export function insertSql(value: (index: number) => string): string {
  const [caller, operation, hash, response, merchant, assetType, amount, subject, data] = Array.from(
    { length: 9 },
    (_, index) => value(index),
  );
  return `with kept as (
      insert into idempotency (caller, operation, key, request_hash, response, sealed)
      values (${caller}::text, ${operation}::text, gen_random_uuid()::text, ${hash}::bytea, ${response}::bytea, false)),
    paid as (
      insert into payment (merchant_id, payment_id, asset_type_id, amount, nonce, created_at, expires_at)
      select ${merchant}::uuid, uuidv7(), ${assetType}::uuid, ${amount}::numeric, uuid_send(gen_random_uuid()), t,
        t + interval '7 days' from business_now() as t)
    insert into outbox (tenant_id, event_id, merchant_id, type, subject, occurred_at, data)
    values (${merchant}::uuid, uuidv7(), ${merchant}::uuid, 'payment.created', ${subject}::text, business_now(), ${data}::bytea)`;
}

/** The parameters of the statement, in its order. */
export function parametersOf(sample: SampleRows): (string | Buffer)[] {
  const { caller, operation, requestHash, response, merchantId, assetTypeId, amount, subject, data } = sample;
  return [caller, operation, requestHash, response, merchantId, assetTypeId, amount, subject, data];
}

/** Rows that a payment refers to, in the order in which they can be written. */
const referred = [
  {
    table: "publisher",
    where: "publisher_id = (select publisher_id from asset_type where asset_type_id = $1)",
    of: "assetTypeId",
  },
  { table: "asset_type", where: "asset_type_id = $1", of: "assetTypeId" },
  { table: "merchant", where: "merchant_id = $1", of: "merchantId" },
] as const;

/** Gives an empty database the product's schema and the rows that a payment refers to. */
export async function prepareTables(fromUrl: string, toUrl: string, sample: SampleRows): Promise<void> {
  await migrate(toUrl);
  await withClient(fromUrl, (from) =>
    withClient(toUrl, async (to) => {
      for (const { table, where, of } of referred) {
        const { rows } = await from.query(`select to_jsonb(x) as row from ${table} x where ${where}`, [
          sample[of],
        ]);
        await to.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [
          rows[0].row,
        ]);
      }
    }),
  );
}
