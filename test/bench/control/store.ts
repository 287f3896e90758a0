import { createHash, randomUUID } from "node:crypto";
import { status } from "@grpc/grpc-js";
import type { Knex } from "knex";
import type { CreateRequest, GetRequest, Payment } from "./gen/payments.ts";
import { hashOf } from "./schema.ts";

const lifeMs = 900_000;

/** A refusal with its gRPC status. */
export class Refusal extends Error {
  readonly code: status;

  constructor(code: status, message: string) {
    super(message);
    this.code = code;
  }
}

/** The merchant that a key belongs to. @throws Refusal UNAUTHENTICATED */
export async function authenticate(knex: Knex, apiKey: string): Promise<string> {
  const row = await knex("api_keys")
    .join("merchants", "merchants.id", "api_keys.merchant_id")
    .where({ key_hash: hashOf(apiKey), revoked_at: null, status: "active" })
    .first("merchants.id");
  if (!row) throw new Refusal(status.UNAUTHENTICATED, "unknown API key");
  return row.id;
}

/** Creates a payment: one transaction of payment, idempotency row and outbox row. */
export async function createPayment(knex: Knex, caller: string, request: CreateRequest): Promise<Payment> {
  if (request.merchantId !== caller) throw new Refusal(status.PERMISSION_DENIED, "another merchant");
  const assetType = await knex("asset_types").where({ code: request.assetType }).first("id", "decimals");
  if (!assetType) throw new Refusal(status.INVALID_ARGUMENT, "unknown asset type");

  const { idempotencyKey, ...content } = request;
  const requestHash = createHash("sha256").update(JSON.stringify(content)).digest();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + lifeMs);
  const payment: Payment = {
    paymentId: randomUUID(),
    merchantId: caller,
    amount: request.amount,
    assetType: request.assetType,
    status: "pending",
    createTime: createdAt.toISOString(),
    expireTime: expiresAt.toISOString(),
  };
  return knex.transaction(async (trx) => {
    const claimed = await trx("idempotency_keys")
      .insert({
        merchant_id: caller,
        key: idempotencyKey,
        request_hash: requestHash,
        response: JSON.stringify(payment),
        created_at: createdAt,
      })
      .onConflict(["merchant_id", "key"])
      .ignore();
    if ((claimed as unknown as { rowCount: number }).rowCount === 0) {
      return replay(trx, caller, idempotencyKey, requestHash);
    }
    await trx("payments").insert({
      id: payment.paymentId,
      merchant_id: caller,
      asset_type_id: assetType.id,
      amount: minorUnits(request.amount, assetType.decimals),
      status: payment.status,
      created_at: createdAt,
      expires_at: expiresAt,
    });
    await trx("outbox").insert({
      merchant_id: caller,
      type: "payment.created",
      payload: JSON.stringify(payment),
      created_at: createdAt,
    });
    return payment;
  });
}

async function replay(
  trx: Knex.Transaction,
  caller: string,
  key: string,
  requestHash: Buffer,
): Promise<Payment> {
  const row = await trx("idempotency_keys")
    .where({ merchant_id: caller, key })
    .first("request_hash", "response");
  if (!requestHash.equals(row.request_hash)) throw new Refusal(status.FAILED_PRECONDITION, "key used before");
  return row.response;
}

/** Reads a payment of the caller. @throws Refusal NOT_FOUND */
export async function getPayment(knex: Knex, caller: string, { paymentId }: GetRequest): Promise<Payment> {
  const row = await knex("payments")
    .join("asset_types", "asset_types.id", "payments.asset_type_id")
    .where({ "payments.id": paymentId, merchant_id: caller })
    .first("payments.*", "asset_types.code", "asset_types.decimals");
  if (!row) throw new Refusal(status.NOT_FOUND, "no such payment");
  return {
    paymentId: row.id,
    merchantId: row.merchant_id,
    amount: decimal(BigInt(row.amount), row.decimals),
    assetType: row.code,
    status: row.status,
    createTime: row.created_at.toISOString(),
    expireTime: row.expires_at.toISOString(),
  };
}

function minorUnits(amount: string, decimals: number): string {
  const [whole = "", fraction = ""] = amount.split(".");
  if (fraction.length > decimals) throw new Refusal(status.INVALID_ARGUMENT, "too many fraction digits");
  return BigInt(whole + fraction.padEnd(decimals, "0")).toString();
}

function decimal(units: bigint, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const fraction = (units % scale).toString().padStart(decimals, "0").replace(/0+$/, "");
  return fraction === "" ? `${units / scale}` : `${units / scale}.${fraction}`;
}
