import type { Tenant } from "../../domain/access/principal.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { type Account, accountUuid, type LedgerTransaction } from "../../domain/ledger/ledger.ts";
import { uuids } from "../arrays.ts";
import { Repository, type Row, type Session, sql } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { merchantOf, publisherOf } from "../tenant.ts";
import { type TransactionRow, transactionColumns, transactionOf } from "./row.ts";

/** What one owner holds of one asset type. */
export interface Holding {
  readonly assetTypeId: string;
  readonly balance: bigint;
}

type BalanceRow = Row<"account", "balance">;

/** Reads balances and movements. */
export class LedgerReader<S extends Session = Session> extends Repository<S> {
  /** Balance of an account in minor units; 0 for one that has never been used. */
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

  /** What several accounts of one asset type hold together, as of one moment: money that moves between them is counted once. */
  async sumOfBalances(accounts: readonly Account[]): Promise<bigint> {
    const row = await this.session.one<{ readonly balance: string }>(
      {
        name: "ledger_sum_of_balances",
        text: `select coalesce(sum(b.balance), 0) as balance
          from unnest($1::uuid[], $2::uuid[]) as x (asset_type_id, account_id)
          join account_balance b using (asset_type_id, account_id)`,
      },
      [
        uuids(accounts.map(({ assetTypeId }) => uuidOf("assetType", assetTypeId))),
        uuids(accounts.map(accountUuid)),
      ],
    );
    return BigInt(row.balance);
  }

  /** What a wallet holds or has held, by asset type. */
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

  /** A movement, if the tenant is a party of it. */
  async transaction(tenant: Tenant, transactionId: string): Promise<LedgerTransaction | undefined> {
    const [row] = await this.session.run<TransactionRow>(
      {
        name: "ledger_transaction_get",
        text: `select ${transactionColumns} from ledger_transaction t where transaction_id = $1 and ($2::uuid is null or merchant_id = $2 or publisher_id = $3)`,
      },
      [uuidOf("transaction", transactionId), merchantOf(tenant), publisherOf(tenant)],
    );
    return row && transactionOf(row);
  }

  /**
   * What the ledger must never show: asset types whose entries do not sum to zero, and accounts whose balance differs from
   * the sum of their entries. Empty when all is well.
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
