import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Knex } from "knex";

/** Who calls the control, and for what. */
export interface ControlData {
  readonly apiKey: string;
  readonly merchantId: string;
  readonly assetType: string;
}

/** What is stored of a key: it is random, so that one round of SHA-256 suffices. */
export const hashOf = (apiKey: string): Buffer => createHash("sha256").update(apiKey).digest();

/** Makes the control's tables: the columns that its rows need, keys, and the indexes that its queries use. */
async function createTables(knex: Knex): Promise<void> {
  await knex.schema
    .createTable("merchants", (table) => {
      table.uuid("id").primary();
      table.text("name").notNullable();
      table.text("status").notNullable();
    })
    .createTable("asset_types", (table) => {
      table.uuid("id").primary();
      table.text("code").notNullable().unique();
      table.smallint("decimals").notNullable();
    })
    .createTable("api_keys", (table) => {
      table.uuid("id").primary();
      table.uuid("merchant_id").notNullable().references("merchants.id");
      table.binary("key_hash").notNullable().unique();
      table.timestamp("revoked_at");
    })
    .createTable("payments", (table) => {
      table.uuid("id").primary();
      table.uuid("merchant_id").notNullable().references("merchants.id");
      table.uuid("asset_type_id").notNullable().references("asset_types.id");
      table.decimal("amount", 38, 0).notNullable();
      table.text("status").notNullable();
      table.timestamp("created_at").notNullable();
      table.timestamp("expires_at").notNullable();
      table.index(["merchant_id", "created_at"]);
      table.index(["status", "expires_at"]);
    })
    .createTable("idempotency_keys", (table) => {
      table.uuid("merchant_id").notNullable().references("merchants.id");
      table.text("key").notNullable();
      table.binary("request_hash").notNullable();
      table.jsonb("response").notNullable();
      table.timestamp("created_at").notNullable().index();
      table.primary(["merchant_id", "key"]);
    })
    .createTable("outbox", (table) => {
      table.bigIncrements("id");
      table.uuid("merchant_id").notNullable();
      table.text("type").notNullable();
      table.jsonb("payload").notNullable();
      table.timestamp("created_at").notNullable();
    });
}

/** Makes tables and one merchant with its key; answers what a caller needs. */
export async function prepareControl(knex: Knex): Promise<ControlData> {
  await createTables(knex);
  const merchantId = randomUUID();
  const apiKey = `control_${randomBytes(32).toString("base64url")}`;
  const assetType = "USDX";
  await knex("merchants").insert({ id: merchantId, name: "Corner shop", status: "active" });
  await knex("asset_types").insert({ id: randomUUID(), code: assetType, decimals: 6 });
  await knex("api_keys").insert({ id: randomUUID(), merchant_id: merchantId, key_hash: hashOf(apiKey) });
  return { apiKey, merchantId, assetType };
}
