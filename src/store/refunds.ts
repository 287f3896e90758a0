import type { Knex } from "knex";
import type { Tenant } from "../domain/access/principal.ts";
import { idOf, uuidOf } from "../domain/identifier/identifier.ts";
import type { Refund, RefundStatus } from "../domain/refund/refund.ts";
import { identifiers, integers, numerics, optionalIdentifiers, texts, timestamps } from "./arrays.ts";
import { type CreatedRange, restrictCreated } from "./created.ts";
import { Repository, type Row, type Session, sql, type TransactionSession } from "./database.ts";
import type { Page, PageRequest } from "./page.ts";
import { merchantOf } from "./tenant.ts";

const columns = `merchant_id, refund_id, payment_id, asset_type_id, original_transaction_id, amount, reason, status, transaction_id,
  from_settled, settlement_id, created_at, ended_at, policy_version`;

/** Reads refunds, within the caller's tenant. */
export class RefundReader<S extends Session = Session> extends Repository<S> {
  /** Returns the refund if the tenant may see it. */
  async get(tenant: Tenant, refundId: string): Promise<Refund | undefined> {
    return this.findOne(
      {
        name: "refund_get",
        text: `select ${columns} from refund where refund_id = $1 and ($2::uuid is null or merchant_id = $2)`,
      },
      [uuidOf("refund", refundId), merchantOf(tenant)],
      refundOf,
    );
  }

  /** Lists refunds, newest first. */
  async list(tenant: Tenant, filter: RefundFilter, page: PageRequest): Promise<Page<Refund>> {
    return this.newestFirst(refundListQuery(tenant, filter), ["refund_id", "refund"], page, refundOf);
  }
}

/** Selects the refunds to list. A refund must match every given member. */
export interface RefundFilter {
  readonly paymentId?: string;
  readonly settlementId?: string;
  readonly status?: RefundStatus;
  readonly created?: CreatedRange;
}

/** Returns the query that finds refunds, without order and limit. */
function refundListQuery(tenant: Tenant, filter: RefundFilter): Knex.QueryBuilder {
  const query = sql("refund").select(sql.raw(columns));
  const merchant = merchantOf(tenant);
  if (merchant) query.where("merchant_id", merchant);
  // The indexes begin with merchant_id, so the query names the merchant even when the caller has no merchant.
  if (filter.paymentId)
    query.whereRaw(
      "(merchant_id, payment_id) = (select p.merchant_id, p.payment_id from payment p where p.payment_id = ?)",
      uuidOf("payment", filter.paymentId),
    );
  if (filter.settlementId)
    query.whereRaw(
      "(merchant_id, settlement_id) = (select s.merchant_id, s.settlement_id from settlement s where s.settlement_id = ?)",
      uuidOf("settlement", filter.settlementId),
    );
  if (filter.status) query.where("status", filter.status);
  restrictCreated(query, "refund_id", filter.created);
  return query;
}

/** A refund to store. */
export interface NewRefund {
  readonly refund: Refund;
  /** The part of the amount that was taken from money already settled, in minor units. */
  readonly fromSettled: bigint;
}

/** Records refunds; exists inside a transaction only. */
export class RefundWriter extends RefundReader<TransactionSession> {
  /** Sends one statement that stores refunds. The commit waits for its result. */
  insert(refunds: readonly NewRefund[]): void {
    if (refunds.length === 0) return;
    const all = refunds.map(({ refund }) => refund);
    const of = <T>(column: (refund: Refund) => T): T[] => all.map(column);
    this.session.send(
      {
        name: "refund_insert",
        text: `insert into refund (merchant_id, refund_id, payment_id, asset_type_id, original_transaction_id, amount, reason,
            status, transaction_id, from_settled, policy_version, created_at, ended_at)
          select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::numeric[], $7::text[], $8::text[],
            $9::uuid[], $10::numeric[], $11::int[], $12::timestamptz[], $13::timestamptz[])`,
      },
      [
        identifiers("merchant", all, (r) => r.merchantId),
        identifiers("refund", all, (r) => r.refundId),
        identifiers("payment", all, (r) => r.paymentId),
        identifiers("assetType", all, (r) => r.assetTypeId),
        identifiers("transaction", all, (r) => r.originalTransactionId),
        numerics(of((r) => r.amount)),
        texts(of((r) => r.reason)),
        texts(of((r) => r.status)),
        optionalIdentifiers("transaction", all, (r) => r.transactionId),
        numerics(refunds.map(({ fromSettled }) => fromSettled)),
        integers(of((r) => r.policyVersion ?? null)),
        timestamps(of((r) => r.createdAt)),
        timestamps(of((r) => r.endedAt ?? null)),
      ],
    );
  }
}

type RefundRow = Row<"refund", typeof columns>;

function refundOf(row: RefundRow): Refund {
  return {
    refundId: idOf("refund", row.refund_id),
    paymentId: idOf("payment", row.payment_id),
    merchantId: idOf("merchant", row.merchant_id),
    assetTypeId: idOf("assetType", row.asset_type_id),
    originalTransactionId: idOf("transaction", row.original_transaction_id),
    amount: BigInt(row.amount),
    reason: row.reason,
    status: row.status,
    createdAt: row.created_at,
    ...(row.transaction_id ? { transactionId: idOf("transaction", row.transaction_id) } : {}),
    ...(row.settlement_id ? { settlementId: idOf("settlement", row.settlement_id) } : {}),
    ...(row.policy_version ? { policyVersion: row.policy_version } : {}),
    ...(row.ended_at ? { endedAt: row.ended_at } : {}),
  };
}
