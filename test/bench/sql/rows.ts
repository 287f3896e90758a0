import { idOf, uuidOf } from "../../../src/domain/identifier/identifier.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { withClient } from "../database.ts";

/** What the product kept under an idempotency key. */
export interface KeptAnswer {
  readonly caller: string;
  readonly operation: string;
  readonly requestHash: Buffer;
  readonly response: Buffer;
}

/** What the product kept under a key: raw SQL then writes rows of the same content and size. @throws Error when there is none */
export function keptAnswer(databaseUrl: string, key: string): Promise<KeptAnswer> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<KeptAnswer>(
      `select caller, operation, request_hash as "requestHash", response from idempotency where key = $1`,
      [key],
    );
    const [kept] = rows;
    if (!kept) throw new Error("no answer was kept under the key");
    return kept;
  });
}

/** Data of the event of this type about a subject. @throws Error when there is none */
export function eventData(databaseUrl: string, type: string, subject: string): Promise<Buffer> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ data: Buffer }>(
      `select data from event where type = $1 and subject = $2
       union all select data from outbox where type = $1 and subject = $2`,
      [type, subject],
    );
    const [event] = rows;
    if (!event) throw new Error(`${subject} has left no event ${type}`);
    return event.data;
  });
}

/** UUIDs of what a payment refers to, and its amount in minor units. */
export interface PaymentFacts {
  readonly merchantId: string;
  readonly assetTypeId: string;
  readonly publisherId: string;
  readonly amount: string;
}

/** Reads them. @throws Error when there is no such payment */
export function paymentFacts(databaseUrl: string, paymentId: string): Promise<PaymentFacts> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<PaymentFacts>(
      `select merchant_id as "merchantId", asset_type_id as "assetTypeId", publisher_id as "publisherId", amount
       from payment join asset_type using (asset_type_id) where payment_id = $1`,
      [uuidOf("payment", paymentId)],
    );
    const [facts] = rows;
    if (!facts) throw new Error(`there is no payment ${paymentId}`);
    return facts;
  });
}

/** The asset type's identifier as the interface shows it. */
export const assetTypeIdOf = ({ assetTypeId }: PaymentFacts): string => idOf("assetType", assetTypeId);

/** Rows that payments refer to, in the order in which they can be written. */
const referred = [
  { table: "publisher", column: "publisher_id", of: "publisherId" },
  { table: "asset_type", column: "asset_type_id", of: "assetTypeId" },
  { table: "merchant", column: "merchant_id", of: "merchantId" },
] as const;

/** Gives an empty database the product's schema and the rows that a payment refers to. */
export async function prepareTables(fromUrl: string, toUrl: string, facts: PaymentFacts): Promise<void> {
  await migrate(toUrl);
  await withClient(fromUrl, (from) =>
    withClient(toUrl, async (to) => {
      for (const { table, column, of } of referred) {
        const { rows } = await from.query(`select to_jsonb(x) as row from ${table} x where ${column} = $1`, [
          facts[of],
        ]);
        await to.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [
          rows[0].row,
        ]);
      }
    }),
  );
}
