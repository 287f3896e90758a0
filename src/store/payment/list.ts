import type { Knex } from "knex";
import type { Tenant } from "../../domain/access/principal.ts";
import { uuidOf } from "../../domain/identifier/identifier.ts";
import { type PaymentStatus, paymentStatuses } from "../../domain/payment/payment.ts";
import { type CreatedRange, restrictCreated } from "../created.ts";
import { sql } from "../database.ts";
import type { PageRequest } from "../page.ts";
import { merchantOf } from "../tenant.ts";
import { paymentColumns, timeIsOver } from "./row.ts";

/** Selects the payments to list. A payment must match every given member. */
export interface PaymentFilter {
  readonly merchantId?: string;
  readonly status?: PaymentStatus;
  readonly assetTypeId?: string;
  readonly deviceId?: string;
  readonly orderReference?: string;
  readonly reference?: string;
  readonly created?: CreatedRange;
}

/**
 * Returns the query that lists payments, newest first, with one payment more than the page size.
 *
 * The indexes for asset types and devices hold the payments of each status apart. A list of all statuses merges one index range of each
 * status, and the server reads no row of a range before the merge needs it.
 */
export function listQuery(tenant: Tenant, filter: PaymentFilter, page: PageRequest): Knex.QueryBuilder {
  const payments = () => sql("payment").select(sql.raw(paymentColumns));
  const listed = (query: Knex.QueryBuilder) => restricted(query, tenant, filter, page);
  const { status } = filter;
  // Written with "is not true", the condition is no range of the index of expiry, which would be read whole and sorted.
  if (status === "pending")
    return listed(payments().where({ status }).whereRaw(`(${timeIsOver}) is not true`));
  if (status === "failed") {
    // Expired payments that are still stored as pending are few, over all merchants. They are found by expiry first and then filtered.
    const unrecorded = payments().where("status", "pending").whereRaw(timeIsOver);
    const expired = listed(sql.withMaterialized("unrecorded", unrecorded).from("unrecorded").select("*"));
    return merged([listed(payments().where({ status })), expired], page);
  }
  if (status !== undefined) return listed(payments().where({ status }));
  if (filter.assetTypeId === undefined && filter.deviceId === undefined) return listed(payments());
  return merged(
    paymentStatuses.map((each) => listed(payments().where("status", each))),
    page,
  );
}

/** Merges lists that are in order. */
function merged(lists: Knex.QueryBuilder[], page: PageRequest): Knex.QueryBuilder {
  return sql
    .unionAll(lists, true)
    .orderBy("payment_id", "desc")
    .limit(page.size + 1);
}

/** Adds all filters except the status, the order and the limit of the page to a query. */
function restricted(
  query: Knex.QueryBuilder,
  tenant: Tenant,
  filter: PaymentFilter,
  page: PageRequest,
): Knex.QueryBuilder {
  query.orderBy("payment_id", "desc").limit(page.size + 1);
  const own = merchantOf(tenant);
  if (own !== null) query.where("merchant_id", own);
  if (filter.merchantId !== undefined) query.where("merchant_id", uuidOf("merchant", filter.merchantId));
  if (filter.assetTypeId !== undefined) query.where("asset_type_id", uuidOf("assetType", filter.assetTypeId));
  // The index begins with merchant_id, so the query names the merchant even when the caller has no merchant.
  if (filter.deviceId !== undefined)
    query.whereRaw(
      "(merchant_id, device_id) = (select d.merchant_id, d.device_id from merchant_device d where d.device_id = ?)",
      uuidOf("device", filter.deviceId),
    );
  if (filter.orderReference !== undefined) query.where("order_reference", filter.orderReference);
  if (filter.reference !== undefined) query.where("reference", filter.reference);
  restrictCreated(query, "payment_id", filter.created);
  if (page.after !== undefined) query.where("payment_id", "<", uuidOf("payment", page.after));
  return query;
}
