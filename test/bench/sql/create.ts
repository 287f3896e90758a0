import type { KeptAnswer, PaymentFacts } from "./rows.ts";
import type { Statement } from "./statement.ts";

/**
 * The rows of CreatePayment: payment, idempotency row, outbox event. The server makes identifiers, key and nonce, so that only
 * constants travel.
 */
export function createStatement(
  facts: PaymentFacts,
  kept: KeptAnswer,
  event: { subject: string; data: Buffer },
): Statement {
  const { merchantId, assetTypeId, amount } = facts;
  return {
    constants: { ...kept, ...event, merchantId, assetTypeId, amount },
    numbers: [],
    text: (value) => `with kept as (
      insert into idempotency (caller, operation, key, request_hash, response, sealed)
      values (${value("caller")}::text, ${value("operation")}::text, gen_random_uuid()::text,
        ${value("requestHash")}::bytea, ${value("response")}::bytea, false)),
    paid as (
      insert into payment (merchant_id, payment_id, asset_type_id, amount, nonce, created_at, expires_at)
      values (${value("merchantId")}::uuid, uuidv7(), ${value("assetTypeId")}::uuid, ${value("amount")}::numeric,
        uuid_send(gen_random_uuid()), now(), now() + interval '7 days'))
    insert into outbox (tenant_id, event_id, merchant_id, type, subject, occurred_at, data)
    values (${value("merchantId")}::uuid, uuidv7(), ${value("merchantId")}::uuid, 'payment.created',
      ${value("subject")}::text, now(), ${value("data")}::bytea)`,
  };
}
