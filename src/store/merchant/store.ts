import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { type Merchant, type MerchantStanding, networkOf } from "../../domain/merchant/merchant.ts";
import { uuids } from "../arrays.ts";
import type { Row, Session } from "../database.ts";

const select = `select m.merchant_id, m.name, m.status, m.created_at,
    array(select account from merchant_settlement_account s where s.merchant_id = m.merchant_id order by network) as accounts
  from merchant m`;

/** Reads merchants. The caller's tenant is checked against the merchant that the request names. */
export class MerchantReader {
  protected readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** The merchant. */
  async get(merchantId: string): Promise<Merchant | undefined> {
    return (await this.getMany([merchantId])).get(merchantId);
  }

  /** The merchants of these identifiers; unknown ones are absent. */
  async getMany(merchantIds: readonly string[]): Promise<Map<string, Merchant>> {
    const rows = await this.session.run(
      { name: "merchant_get", text: `${select} where m.merchant_id = any($1::uuid[])` },
      [uuids([...new Set(merchantIds)].map((id) => uuidOf("merchant", id)))],
    );
    return new Map(rows.map(merchantOf).map((merchant) => [merchant.merchantId, merchant]));
  }

  /** Names and states of the merchants of these identifiers; unknown ones are absent. */
  async standings(merchantIds: readonly string[]): Promise<Map<string, MerchantStanding>> {
    const rows = await this.session.run(
      {
        name: "merchant_standing",
        text: "select merchant_id, name, status from merchant where merchant_id = any($1::uuid[])",
      },
      [uuids([...new Set(merchantIds)].map((id) => uuidOf("merchant", id)))],
    );
    return new Map(
      rows.map((row) => {
        const merchantId = idOf("merchant", row.merchant_id);
        return [merchantId, { merchantId, name: row.name, status: row.status as Merchant["status"] }];
      }),
    );
  }
}

/** Stores merchants; exists inside a transaction only. */
export class MerchantWriter extends MerchantReader {
  /** Stores a new merchant. */
  async insert(merchant: Pick<Merchant, "merchantId" | "name" | "settlementAccounts">): Promise<Merchant> {
    await this.session.run(
      {
        name: "merchant_insert",
        text: "insert into merchant (merchant_id, name, created_at) values ($1, $2, business_now())",
      },
      [uuidOf("merchant", merchant.merchantId), merchant.name],
    );
    await this.session.run(
      {
        name: "merchant_insert_accounts",
        text: `insert into merchant_settlement_account (merchant_id, network, account)
          select $1, * from unnest($2::text[], $3::text[])`,
      },
      [
        uuidOf("merchant", merchant.merchantId),
        merchant.settlementAccounts.map(networkOf),
        merchant.settlementAccounts,
      ],
    );
    return (await this.get(merchant.merchantId)) as Merchant;
  }
}

function merchantOf(row: Row): Merchant {
  return {
    merchantId: idOf("merchant", row.merchant_id),
    name: row.name,
    status: row.status as Merchant["status"],
    settlementAccounts: row.accounts as string[],
    createdAt: row.created_at,
  };
}
