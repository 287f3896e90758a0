import { idOf, newId, uuidOf } from "../../domain/identifier/identifier.ts";
import { type Merchant, type MerchantStanding, networkOf } from "../../domain/merchant/merchant.ts";
import { anyLength, identifiers } from "../arrays.ts";
import { Repository, type Row, sql } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";

const columns = `m.merchant_id, m.name, m.status, m.created_at, m.version, m.website, m.support_url, m.request_signing,
    array(select account from merchant_settlement_account s where s.merchant_id = m.merchant_id order by network) as accounts`;

/** A merchant's name for searching and sorting, as the indexes have it. */
const sortName = `lower(name) collate "C"`;

/** Selects merchants. */
export interface MerchantFilter {
  readonly status?: Merchant["status"];
  /** Beginning of the name; upper and lower case are treated alike. */
  readonly namePrefix?: string;
}

/** Reads merchants. The caller's tenant is checked elsewhere, against the merchant that the request names. */
export class MerchantReader extends Repository {
  /** Returns the merchant. */
  async get(merchantId: string): Promise<Merchant | undefined> {
    return (await this.getMany([merchantId])).get(merchantId);
  }

  /** Returns merchants by identifier. Unknown identifiers are absent. */
  async getMany(merchantIds: readonly string[]): Promise<Map<string, Merchant>> {
    const rows = await this.session.run<MerchantRow>(
      {
        name: "merchant_get",
        text: `select ${columns} from merchant m where m.merchant_id = any(${anyLength("$1::uuid[]")})`,
      },
      [identifiers("merchant", [...new Set(merchantIds)])],
    );
    return new Map(rows.map(merchantOf).map((merchant) => [merchant.merchantId, merchant]));
  }

  /**
   * Lists merchants: newest first, or by name when a name's beginning is given.
   *
   * @returns undefined when `page.after` is not a merchant of the list by name
   */
  async list({ status, namePrefix }: MerchantFilter, page: PageRequest): Promise<Page<Merchant> | undefined> {
    const query = sql("merchant as m").select(sql.raw(columns));
    if (status) query.where("status", status);
    if (!namePrefix) return this.newestFirst(query, ["merchant_id", "merchant"], page, merchantOf);
    query.whereRaw(`${sortName} like lower(?)`, [`${literally(namePrefix)}%`]);
    if (page.after) {
      const id = uuidOf("merchant", page.after);
      const [found] = await this.session.run<{ readonly name: string }>(
        {
          name: "merchant_sort_name",
          text: `select ${sortName} as name from merchant where merchant_id = $1`,
        },
        [id],
      );
      if (!found) return undefined;
      query.whereRaw(`(${sortName}, merchant_id) > (?, ?::uuid)`, [found.name, id]);
    }
    query.orderByRaw(`${sortName}, merchant_id`).limit(page.size + 1);
    const rows = await this.session.query<MerchantRow>(query);
    return toPage(rows.map(merchantOf), page.size, ({ merchantId }) => merchantId);
  }

  /** Returns the names and statuses of merchants by identifier. Unknown identifiers are absent. */
  async standings(merchantIds: readonly string[]): Promise<Map<string, MerchantStanding>> {
    const rows = await this.session.run<Row<"merchant", "merchant_id, name, status">>(
      {
        name: "merchant_standing",
        text: `select merchant_id, name, status from merchant where merchant_id = any(${anyLength("$1::uuid[]")})`,
      },
      [identifiers("merchant", [...new Set(merchantIds)])],
    );
    return new Map(
      rows.map((row) => {
        const merchantId = idOf("merchant", row.merchant_id);
        return [merchantId, { merchantId, name: row.name, status: row.status }];
      }),
    );
  }
}

/** Stores merchants; exists inside a transaction only. */
export class MerchantWriter extends MerchantReader {
  /** Stores a new merchant and its settlement accounts. */
  async insert(
    merchant: Pick<Merchant, "merchantId" | "name" | "settlementAccounts" | "website" | "supportUrl">,
  ): Promise<Merchant> {
    const { merchantId, settlementAccounts } = merchant;
    const id = uuidOf("merchant", merchantId);
    await this.session.run(
      {
        name: "merchant_insert",
        text: `insert into merchant (merchant_id, name, website, support_url, created_at)
          values ($1, $2, $3, $4, business_now())`,
      },
      [id, merchant.name, merchant.website ?? null, merchant.supportUrl ?? null],
    );
    // The first accounts take effect at once: no earlier account exists whose payouts an attacker could divert.
    await this.session.run(
      {
        name: "merchant_insert_accounts",
        text: `insert into settlement_account_change (merchant_id, change_id, network, account, created_at, effective_at, announced)
          select $1, x.change_id, x.network, x.account, business_now(), business_now(), true
          from unnest($2::uuid[], $3::text[], $4::text[]) as x (change_id, network, account)`,
      },
      [
        id,
        settlementAccounts.map(() => uuidOf("settlementAccountChange", newId("settlementAccountChange"))),
        settlementAccounts.map(networkOf),
        settlementAccounts,
      ],
    );
    return (await this.get(merchantId)) as Merchant;
  }

  /** Returns the merchant and locks its row until the transaction ends. Work that may happen only once for a merchant needs this lock. */
  async lock(merchantId: string): Promise<Merchant | undefined> {
    await this.session.run(
      { name: "merchant_lock", text: "select 1 from merchant where merchant_id = $1 for no key update" },
      [uuidOf("merchant", merchantId)],
    );
    return this.get(merchantId);
  }

  /** Stores what a locked merchant can change of itself. The version stays when nothing changes. */
  async update(
    merchant: Pick<Merchant, "merchantId" | "name" | "website" | "supportUrl" | "requestSigning">,
  ): Promise<void> {
    await this.session.run(
      {
        name: "merchant_update",
        text: `update merchant set name = $2, website = $3, support_url = $4, request_signing = $5, version = version + 1
          where merchant_id = $1
            and (name, website, support_url, coalesce(request_signing, 'optional')) is distinct from ($2, $3, $4, $5)`,
      },
      [
        uuidOf("merchant", merchant.merchantId),
        merchant.name,
        merchant.website ?? null,
        merchant.supportUrl ?? null,
        merchant.requestSigning,
      ],
    );
  }

  /**
   * Suspends or reactivates a merchant and records the transition in its history. When the merchant has the status already, nothing is
   * changed or recorded. Of several simultaneous calls, therefore, one makes the transition.
   */
  async setStatus(merchantId: string, status: Merchant["status"], reason = ""): Promise<void> {
    await this.session.run(
      {
        name: "merchant_set_status",
        text: `with changed as (
            update merchant set status = $2, version = version + 1 where merchant_id = $1 and status <> $2
            returning merchant_id)
          insert into merchant_transition (merchant_id, from_status, to_status, reason, created_at)
          select merchant_id, case $2 when 'active' then 'suspended' else 'active' end, $2, $3, business_now() from changed`,
      },
      [uuidOf("merchant", merchantId), status, reason],
    );
  }
}

/** Escapes text for use in a `like` pattern. */
const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

type MerchantRow = Row<"merchant", typeof columns> & { readonly accounts: string[] };

function merchantOf(row: MerchantRow): Merchant {
  return {
    merchantId: idOf("merchant", row.merchant_id),
    name: row.name,
    status: row.status,
    settlementAccounts: row.accounts,
    createdAt: row.created_at,
    version: row.version,
    requestSigning: row.request_signing ?? "optional",
    ...(row.website ? { website: row.website } : {}),
    ...(row.support_url ? { supportUrl: row.support_url } : {}),
  };
}
