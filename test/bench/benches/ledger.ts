import { withClient } from "../database.ts";

/** What a ledger must never show: entries of an asset type that do not sum to zero, balances that differ from their entries. */
export function violations(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ violation: string }>(
      `select 'entries of asset type ' || asset_type_id || ' sum to ' || sum(amount) as violation
         from ledger_entry group by asset_type_id having sum(amount) <> 0
       union all
       select 'account ' || b.account_id || ' has ' || b.balance || ', its entries sum to ' || coalesce(e.total, 0)
         from account_balance b
         left join (select account_id, sum(amount) as total from ledger_entry group by account_id) e using (account_id)
         where b.balance <> coalesce(e.total, 0)`,
    );
    return rows.map(({ violation }) => violation);
  });
}
