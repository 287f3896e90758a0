import type { Tenant } from "../../domain/access/principal.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { type Account, accountUuid, type LedgerTransaction } from "../../domain/ledger/ledger.ts";
import { anyLength, identifiers, uuids } from "../arrays.ts";
import { Repository, type Row, type Session, sql } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { merchantOf, publisherOf } from "../tenant.ts";
import { transactionColumns, transactionOf } from "./row.ts";

/** The balance of one owner in one asset type, in minor units. */
export interface Holding {
  readonly assetTypeId: string;
  readonly balance: bigint;
}

type BalanceRow = Row<"account", "balance">;

/** Reads balances and movements. */
export class LedgerReader<S extends Session = Session> extends Repository<S> {
  /** Returns the balance of an account in minor units; 0 for an account that was never used. */
  async balance(account: Account): Promise<bigint> {
    const [row] = await this.session.run<BalanceRow>(
      {
        name: "ledger_balance",
        text: "select balance from account_balance where asset_type_id = $1 and account_id = $2",
      },
      [uuidOf("assetType", account.assetTypeId), accountUuid(account)],
    );
    return row ? BigInt(row.balance) : 0n;
  }

  /** Returns the sum of several accounts of one asset type from one snapshot, so that money moving between them is counted once. */
  async sumOfBalances(accounts: readonly Account[]): Promise<bigint> {
    const row = await this.session.one<{ readonly balance: string }>(
      {
        name: "ledger_sum_of_balances",
        text: `select coalesce(sum(b.balance), 0) as balance
          from unnest(${anyLength("$1::uuid[]")}, $2::uuid[]) as x (asset_type_id, account_id)
          join account_balance b using (asset_type_id, account_id)`,
      },
      [
        identifiers("assetType", accounts, ({ assetTypeId }) => assetTypeId),
        uuids(accounts.map(accountUuid)),
      ],
    );
    return BigInt(row.balance);
  }

  /** Lists the balances of a wallet by asset type, including those that are zero now. */
  async walletHoldings(walletId: string, page: PageRequest): Promise<Page<Holding>> {
    const query = sql("account_balance")
      .select("asset_type_id", "balance")
      .where({ owner_id: uuidOf("wallet", walletId), kind: "wallet" })
      .orderBy("asset_type_id")
      .limit(page.size + 1);
    if (page.after) query.where("asset_type_id", ">", uuidOf("assetType", page.after));
    const holdings = (await this.session.query<Row<"account", "asset_type_id, balance">>(query)).map(
      (row) => ({
        assetTypeId: idOf("assetType", row.asset_type_id),
        balance: BigInt(row.balance),
      }),
    );
    return toPage(holdings, page.size, (holding) => holding.assetTypeId);
  }

  /** Returns a transaction if the tenant is a party to it. */
  async transaction(tenant: Tenant, transactionId: string): Promise<LedgerTransaction | undefined> {
    return this.findOne(
      {
        name: "ledger_transaction_get",
        text: `select ${transactionColumns} from ledger_transaction t where transaction_id = $1 and ($2::uuid is null or merchant_id = $2 or publisher_id = $3)`,
      },
      [uuidOf("transaction", transactionId), merchantOf(tenant), publisherOf(tenant)],
      transactionOf,
    );
  }

  /**
   * Returns the violations of two rules: the entries of an asset type sum to zero, and the balance of an account equals the sum of its
   * entries. Empty when both rules hold.
   */
  async violations(): Promise<string[]> {
    const rows = await this.session.run<{ readonly violation: string }>({
      name: "ledger_violations",
      text: `select 'entries of asset type ' || asset_type_id || ' sum to ' || sum(amount) as violation
          from ledger_entry group by asset_type_id having sum(amount) <> 0
        union all
        select 'account ' || account_id || ' has ' || sum(balance) || ', its entries sum to ' || sum(amount)
          from (select account_id, balance, 0 as amount from account_balance
                union all select account_id, 0, amount from ledger_entry) x
          group by account_id having sum(balance) <> sum(amount)`,
    });
    return rows.map((row) => row.violation);
  }
}
