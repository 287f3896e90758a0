import { Repository } from "../database.ts";
import { type AccountKey, beforeAll } from "./checkpoints.ts";

/**
 * Folds amounts that were appended to accounts into their balances; exists inside a transaction only. A settlement, or a refund, folds all
 * that its account has in one statement, and a read adds them up, so neither may wait for it.
 */
export class FoldWriter extends Repository {
  /**
   * Finds accounts with at least so many appended amounts among the next `limit` accounts after a key.
   *
   * @returns the accounts, and the key from which to continue if more accounts may follow
   */
  async long(
    rowsMin: number,
    limit: number,
    after = beforeAll,
  ): Promise<{ readonly accounts: readonly AccountKey[]; readonly next?: AccountKey }> {
    const rows = await this.session.run<{ readonly key: AccountKey; readonly is_long: boolean }>(
      {
        name: "fold_long",
        // Only these kinds get appended amounts. Nothing is counted beyond the number that is asked for.
        text: `select array[a.asset_type_id, a.account_id]::text[] as key,
            (select count(*) from (select from account_delta d
              where d.asset_type_id = a.asset_type_id and d.account_id = a.account_id limit $1) x) = $1 as is_long
          from account a where a.kind in ('merchant', 'issuance') and (a.asset_type_id, a.account_id) > ($2::uuid, $3::uuid)
          order by a.asset_type_id, a.account_id limit $4`,
      },
      [rowsMin, ...after, limit],
    );
    const accounts = rows.filter((row) => row.is_long).map(({ key }) => key);
    const last = rows.at(-1);
    return last && rows.length === limit ? { accounts, next: last.key } : { accounts };
  }

  /**
   * Folds at most so many appended amounts of an account, and leaves an account alone that another transaction holds.
   *
   * @returns how many amounts were folded
   */
  async fold(account: AccountKey, rowsMax: number): Promise<number> {
    // As settlements and refunds do: first the account, so that nobody waits for two of them in a circle.
    const [locked] = await this.session.run(
      {
        name: "fold_lock",
        text: `select 1 from account where asset_type_id = $1 and account_id = $2 for no key update skip locked`,
      },
      account,
    );
    if (!locked) return 0;
    const { folded } = await this.session.one<{ readonly folded: number }>(
      {
        name: "fold_some",
        text: `with oldest as (
            select transaction_id, leg from account_delta where asset_type_id = $1 and account_id = $2
            order by transaction_id, leg limit $3),
          folded as (
            delete from account_delta d using oldest o where d.asset_type_id = $1 and d.account_id = $2
              and d.transaction_id = o.transaction_id and d.leg = o.leg returning d.amount),
          kept as (
            update account set balance = balance + (select coalesce(sum(amount), 0) from folded)
            where asset_type_id = $1 and account_id = $2)
          select count(*)::int as folded from folded`,
      },
      [...account, rowsMax],
    );
    return folded;
  }
}
