import { Repository } from "../database.ts";

/** The primary key of an account. */
export type AccountKey = readonly [assetTypeId: string, accountId: string];

/** Below the key of any account. */
export const beforeAll: AccountKey = [
  "00000000-0000-0000-0000-000000000000",
  "00000000-0000-0000-0000-000000000000",
];

/**
 * Stores the balances of accounts at the beginning of days; exists inside a transaction only. An account statement then adds up at most
 * one day of entries before its period. Wallets are left out, because they have no account statements and are too many.
 */
export class CheckpointWriter extends Repository {
  /** Returns the next `limit` accounts after a key, which `keep` examines. */
  async accounts(limit: number, after = beforeAll): Promise<AccountKey[]> {
    const rows = await this.session.run<{ readonly key: AccountKey }>(
      {
        name: "checkpoint_accounts",
        text: `select array[asset_type_id, account_id]::text[] as key from account
          where kind <> 'wallet' and (asset_type_id, account_id) > ($1::uuid, $2::uuid)
          order by asset_type_id, account_id limit $3`,
      },
      [...after, limit],
    );
    return rows.map(({ key }) => key);
  }

  /**
   * Examines the next `limit` accounts after a key. For each account, adds up the first day with entries after the last kept balance, if
   * the ledger is closed for that day. An account without newer entries needs no new balance.
   *
   * @param closed business time before which the ledger is closed, read outside this transaction
   * @returns the number of stored balances, and the key from which to continue if more accounts may follow
   */
  async keep(
    closed: Date,
    limit: number,
    after = beforeAll,
  ): Promise<{ readonly kept: number; readonly next?: AccountKey }> {
    const row = await this.session.one<{
      readonly kept: number;
      readonly seen: number;
      readonly last: AccountKey | null;
    }>(
      {
        name: "checkpoint_keep",
        text: `with seen as materialized (
            select asset_type_id, account_id from account
            where kind <> 'wallet' and (asset_type_id, account_id) > ($2::uuid, $3::uuid)
            order by asset_type_id, account_id limit $4),
          due as (
            select s.account_id, coalesce(k.balance, 0) as balance, coalesce(k.closed_at, '-infinity') as since,
              date_trunc('day', e.first, 'UTC') + interval '1 day' as until
            from seen s
            left join lateral (select closed_at, balance from account_checkpoint k
              where k.account_id = s.account_id order by closed_at desc limit 1) k on true
            cross join lateral (select least(
              (select min(created_at) from ledger_transfer
                where debit_account_id = s.account_id and created_at >= coalesce(k.closed_at, '-infinity')),
              (select min(created_at) from ledger_transfer
                where credit_account_id = s.account_id and created_at >= coalesce(k.closed_at, '-infinity'))) as first) e
            where date_trunc('day', e.first, 'UTC') + interval '1 day' <= $1),
          kept as (
            insert into account_checkpoint (account_id, closed_at, balance)
            select d.account_id, d.until, d.balance + (select coalesce(sum(e.amount), 0) from ledger_entry e
              where e.account_id = d.account_id and e.created_at >= d.since and e.created_at < d.until)
            from due d on conflict do nothing returning 1)
          select (select count(*)::int from kept) as kept, (select count(*)::int from seen) as seen,
            (select array[asset_type_id, account_id]::text[] from seen order by asset_type_id desc, account_id desc limit 1) as last`,
      },
      [closed, ...after, limit],
    );
    const { kept, seen, last } = row;
    return last && seen === limit ? { kept, next: last } : { kept };
  }
}
