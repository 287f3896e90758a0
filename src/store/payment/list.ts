import type { Knex } from "knex";
import type { Tenant } from "../../domain/access/principal.ts";
import { uuidOf } from "../../domain/identifier/identifier.ts";
import type { PaymentStatus } from "../../domain/payment/payment.ts";
import { sql } from "../database.ts";
import type { PageRequest } from "../page.ts";
import { merchantOf } from "../tenant.ts";
import { paymentColumns, timeIsOver } from "./row.ts";

/** Selects the payments to list. A payment must match every given member. */
export interface PaymentFilter {
  readonly merchantId?: string;
  readonly status?: PaymentStatus;
  readonly assetTypeId?: string;
  readonly orderReference?: string;
  readonly reference?: string;
  /** Created at this time or later. */
  readonly createdFrom?: Date;
  /** Created before this time. */
  readonly createdTo?: Date;
}

/** Largest assumed difference between the clock of a process that creates identifiers and the clock of the database. */
const clockSkewMs = 86_400_000;

/**
 * Returns the query that lists payments, newest first, with one payment more than the page size.
 *
 * Identifiers begin with their time of creation, and the list is in the order of identifiers. A time range is therefore a range of the
 * key that the list is read from, and needs no separate index. The exact decision is made on `created_at`.
 *
 * @param offsetSeconds how many seconds business time is ahead of real time now; the offset was never larger
 */
export function listQuery(tenant: Tenant, filter: PaymentFilter, page: PageRequest, offsetSeconds: number) {
  const payments = () => sql("payment").select(sql.raw(paymentColumns));
  const listed = (query: Knex.QueryBuilder) => restricted(query, tenant, filter, page, offsetSeconds);
  const { status } = filter;
  if (status === undefined) return listed(payments());
  const stored = listed(payments().where("status", status));
  if (status === "pending") return stored.whereRaw(`not (${timeIsOver})`);
  if (status !== "failed") return stored;
  // Expired payments that are still stored as pending are few, over all merchants. They are found by expiry first and then filtered.
  const unrecorded = payments().where("status", "pending").whereRaw(timeIsOver);
  const expired = listed(sql.withMaterialized("unrecorded", unrecorded).from("unrecorded").select("*"));
  return sql
    .unionAll([stored, expired], true)
    .orderBy("payment_id", "desc")
    .limit(page.size + 1);
}

/** Adds all filters except the status, the order and the limit of the page to a query. */
function restricted(
  query: Knex.QueryBuilder,
  tenant: Tenant,
  filter: PaymentFilter,
  page: PageRequest,
  offsetSeconds: number,
): Knex.QueryBuilder {
  query.orderBy("payment_id", "desc").limit(page.size + 1);
  const { assetTypeId, createdFrom, createdTo } = filter;
  const own = merchantOf(tenant);
  if (own !== null) query.where("merchant_id", own);
  if (filter.merchantId !== undefined) query.where("merchant_id", uuidOf("merchant", filter.merchantId));
  if (assetTypeId !== undefined) query.where("asset_type_id", uuidOf("assetType", assetTypeId));
  if (filter.orderReference !== undefined) query.where("order_reference", filter.orderReference);
  if (filter.reference !== undefined) query.where("reference", filter.reference);
  if (createdFrom) {
    const madeMs = createdFrom.getTime() - offsetSeconds * 1000 - clockSkewMs;
    query.where("created_at", ">=", createdFrom).where("payment_id", ">=", firstMadeAt(madeMs));
  }
  if (createdTo) {
    const madeMs = createdTo.getTime() + clockSkewMs;
    query.where("created_at", "<", createdTo).where("payment_id", "<", firstMadeAt(madeMs));
  }
  if (page.after !== undefined) query.where("payment_id", "<", uuidOf("payment", page.after));
  return query;
}

const timeMsMax = 2 ** 48 - 1;

/** Returns the lowest UUIDv7 of a time (RFC 9562 §5.7). */
function firstMadeAt(ms: number): string {
  const time = Math.min(Math.max(ms, 0), timeMsMax).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
