import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { AccountsOfNetwork, SettlementAccountChange } from "../../domain/merchant/settlement-account.ts";
import { Repository, type Row, sql } from "../database.ts";
import type { Page, PageRequest } from "../page.ts";

const columns = `merchant_id, change_id, network, account, requested_by, created_at, effective_at, cancelled_at,
  case when cancelled_at is not null then 'cancelled' when effective_at <= business_now() then 'effective' else 'pending' end as status`;

const byKey = `select ${columns} from settlement_account_change where merchant_id = $1 and change_id = $2`;

const keyOf = (merchantId: string, changeId: string) => [
  uuidOf("merchant", merchantId),
  uuidOf("settlementAccountChange", changeId),
];

/** Reads the settlement accounts of merchants and their changes. */
export class SettlementAccountReader extends Repository {
  /** Returns a change of the merchant. */
  async get(merchantId: string, changeId: string): Promise<SettlementAccountChange | undefined> {
    const named = { name: "settlement_account_change_get", text: byKey };
    return this.findOne(named, keyOf(merchantId, changeId), changeOf);
  }

  /** Lists the merchant's changes, newest first. */
  async list(merchantId: string, page: PageRequest): Promise<Page<SettlementAccountChange>> {
    const query = sql("settlement_account_change")
      .select(sql.raw(columns))
      .where("merchant_id", uuidOf("merchant", merchantId));
    return this.newestFirst(query, ["change_id", "settlementAccountChange"], page, changeOf);
  }

  /** Returns the pending changes of these merchants. The change that takes effect first comes first. */
  async pending(merchantIds: readonly string[]): Promise<SettlementAccountChange[]> {
    const rows = await this.session.run<ChangeRow>(
      {
        name: "settlement_account_change_pending",
        text: `select ${columns} from settlement_account_change
          where merchant_id = any($1::uuid[]) and cancelled_at is null and effective_at > business_now()
          order by effective_at, change_id`,
      },
      [merchantIds.map((id) => uuidOf("merchant", id))],
    );
    return rows.map(changeOf);
  }
}

/** Changes the settlement accounts of merchants; exists inside a transaction only. */
export class SettlementAccountWriter extends SettlementAccountReader {
  /** Returns the account of a locked merchant on a network, and whether a change is pending. */
  async onNetwork(merchantId: string, network: string): Promise<AccountsOfNetwork> {
    const { account, pending } = await this.session.one<{
      readonly account: string | null;
      readonly pending: boolean;
    }>(
      {
        name: "settlement_account_on_network",
        text: `select
            (select account from merchant_settlement_account where merchant_id = $1 and network = $2) as account,
            exists (select 1 from settlement_account_change
              where merchant_id = $1 and network = $2 and cancelled_at is null and effective_at > business_now()) as pending`,
      },
      [uuidOf("merchant", merchantId), network],
    );
    return { account: account ?? undefined, pending };
  }

  /** Stores a new change. */
  async insert(change: SettlementAccountChange): Promise<void> {
    await this.session.run(
      {
        name: "settlement_account_change_insert",
        text: `insert into settlement_account_change
            (merchant_id, change_id, network, account, requested_by, created_at, effective_at)
          values ($1, $2, $3, $4, $5, $6, $7)`,
      },
      [
        ...keyOf(change.merchantId, change.changeId),
        change.network,
        change.account ?? null,
        change.requestedBy ?? null,
        change.createdAt,
        change.effectiveAt,
      ],
    );
  }

  /** Returns a change and locks it until the transaction ends. Settlements that would use the changed account wait. */
  async lock(merchantId: string, changeId: string): Promise<SettlementAccountChange | undefined> {
    const locked = { name: "settlement_account_change_lock", text: `${byKey} for no key update` };
    return this.findOne(locked, keyOf(merchantId, changeId), changeOf);
  }

  /** Stores the cancellation of a locked change. An earlier time of cancellation is kept. */
  async saveCancelled(change: SettlementAccountChange): Promise<void> {
    await this.session.run(
      {
        name: "settlement_account_change_cancel",
        text: `update settlement_account_change set cancelled_at = coalesce(cancelled_at, $3)
          where merchant_id = $1 and change_id = $2`,
      },
      [...keyOf(change.merchantId, change.changeId), change.cancelledAt],
    );
  }

  /** Returns up to `limit` effective changes without an event and marks them as announced. The caller must record the events. */
  async takeUnannounced(limit: number): Promise<SettlementAccountChange[]> {
    const rows = await this.session.run<ChangeRow>(
      {
        name: "settlement_account_change_announce",
        text: `update settlement_account_change set announced = true where (merchant_id, change_id) in (
            select merchant_id, change_id from settlement_account_change
            where cancelled_at is null and not announced and effective_at <= business_now()
            order by effective_at limit $1 for no key update skip locked)
          returning ${columns}`,
      },
      [limit],
    );
    return rows
      .map(changeOf)
      .sort(
        (a, b) => a.effectiveAt.getTime() - b.effectiveAt.getTime() || (a.changeId < b.changeId ? -1 : 1),
      );
  }
}

type ChangeRow = Row<"settlement_account_change", typeof columns> & {
  readonly status: SettlementAccountChange["status"];
};

function changeOf(row: ChangeRow): SettlementAccountChange {
  return {
    changeId: idOf("settlementAccountChange", row.change_id),
    merchantId: idOf("merchant", row.merchant_id),
    network: row.network,
    status: row.status,
    createdAt: row.created_at,
    effectiveAt: row.effective_at,
    ...(row.account ? { account: row.account } : {}),
    ...(row.requested_by ? { requestedBy: row.requested_by } : {}),
    ...(row.cancelled_at ? { cancelledAt: row.cancelled_at } : {}),
  };
}
