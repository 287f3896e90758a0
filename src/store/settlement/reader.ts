import type { Knex } from "knex";
import type { Tenant } from "../../domain/access/principal.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { SettlementItem } from "../../domain/settlement/item.ts";
import type { Settlement, SettlementStatus } from "../../domain/settlement/settlement.ts";
import { type CreatedRange, restrictCreated } from "../created.ts";
import { Repository, type Row, sql } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { merchantOf } from "../tenant.ts";
import { settlementColumns, settlementOf } from "./row.ts";

/** Reads settlements, within the caller's tenant. */
export class SettlementReader extends Repository {
  /** Returns the settlement if the tenant may see it. */
  async get(tenant: Tenant, settlementId: string): Promise<Settlement | undefined> {
    return this.findOne(
      {
        name: "settlement_get",
        text: `select ${settlementColumns} from settlement s
          where s.settlement_id = $1 and ($2::uuid is null or s.merchant_id = $2)`,
      },
      [uuidOf("settlement", settlementId), merchantOf(tenant)],
      settlementOf,
    );
  }

  /** Lists settlements, newest first. With `paymentId`, lists only the settlement that includes the payment. */
  async list(tenant: Tenant, filter: SettlementFilter, page: PageRequest): Promise<Page<Settlement>> {
    const query = settlementListQuery(tenant, filter);
    return this.newestFirst(query, ["settlement_id", "settlement"], page, settlementOf);
  }

  /** Lists the payments of a settlement and then its netted refunds, each oldest first. The rows come from two index ranges. */
  async items(
    of: { readonly merchantId: string; readonly settlementId: string },
    page: PageRequest,
  ): Promise<Page<SettlementItem>> {
    const refundsOnly = page.after !== undefined && page.after.startsWith("rfd");
    const after = page.after && uuidOf(refundsOnly ? "refund" : "payment", page.after);
    const rows = await this.session.run<ItemRow>(
      {
        name: "settlement_items",
        text: `(select 'payment' as kind, payment_id as id, payment_id, transaction_id, amount, ended_at from payment
            where merchant_id = $1 and settlement_id = $2 and not $3 and payment_id > $4
            order by payment_id limit $6)
          union all
          (select 'refund', refund_id, payment_id, transaction_id, amount, ended_at from refund
            where merchant_id = $1 and settlement_id = $2 and refund_id > $5
            order by refund_id limit $6)
          order by kind, id limit $6`,
      },
      [
        uuidOf("merchant", of.merchantId),
        uuidOf("settlement", of.settlementId),
        refundsOnly,
        refundsOnly ? nothing : (after ?? nothing),
        refundsOnly ? after : nothing,
        page.size + 1,
      ],
    );
    return toPage(rows.map(itemOf), page.size, ({ paymentId, refundId }) => refundId ?? paymentId);
  }
}

/** Selects the settlements to list. A settlement must match every given member. */
export interface SettlementFilter {
  readonly merchantId?: string;
  readonly paymentId?: string;
  readonly status?: SettlementStatus;
  readonly created?: CreatedRange;
}

/** Returns the query that finds settlements, without order and limit. */
function settlementListQuery(tenant: Tenant, filter: SettlementFilter): Knex.QueryBuilder {
  const query = sql("settlement as s").select(sql.raw(settlementColumns));
  const merchant = merchantOf(tenant);
  if (merchant) query.where("s.merchant_id", merchant);
  if (filter.merchantId) query.where("s.merchant_id", uuidOf("merchant", filter.merchantId));
  if (filter.paymentId)
    query.whereRaw(
      "(s.merchant_id, s.settlement_id) = (select p.merchant_id, p.settlement_id from payment p where p.payment_id = ?)",
      uuidOf("payment", filter.paymentId),
    );
  if (filter.status) query.where("s.status", filter.status);
  restrictCreated(query, "settlement_id", filter.created);
  return query;
}

const nothing = "00000000-0000-0000-0000-000000000000";

type ItemRow = Row<"payment", "payment_id, amount"> & {
  readonly kind: SettlementItem["kind"];
  readonly id: string;
  readonly transaction_id: string;
  readonly ended_at: Date;
};

function itemOf(row: ItemRow): SettlementItem {
  return {
    kind: row.kind,
    paymentId: idOf("payment", row.payment_id),
    ...(row.kind === "refund" ? { refundId: idOf("refund", row.id) } : {}),
    transactionId: idOf("transaction", row.transaction_id),
    amount: BigInt(row.amount),
    completedAt: row.ended_at,
  };
}
