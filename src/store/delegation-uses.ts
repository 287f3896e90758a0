import { Repository } from "./database.ts";

/** A call by a delegation that allows a number of calls. */
export interface DelegationUse {
  /** Names the delegation: 32 bytes. */
  readonly digest: Buffer;
  /** Names the call. A repeat of the call has the same name, and does not count again. */
  readonly use: Buffer;
  readonly countMax: number;
  /** Real time from which the delegation is refused anyway, so that its calls need not be kept. */
  readonly expiresAt: Date;
}

/** Rows are kept for this much longer than their delegations count, because the clocks of the database and of the cores may differ. */
const margin = "10 minutes";

/** Counts the calls of delegations, whichever processes get them. */
export class DelegationUseWriter extends Repository {
  /** Counts a call, unless it was counted before. @returns false when the delegation allows no further call */
  async take({ digest, use, countMax, expiresAt }: DelegationUse): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: "delegation_use_take",
        text: `insert into delegation_use as d (digest, uses, expires_at) values ($1, array[$2::bytea], $4)
          on conflict (digest) do update
            set uses = case when $2::bytea = any(d.uses) then d.uses else array_append(d.uses, $2::bytea) end,
              expires_at = greatest(d.expires_at, excluded.expires_at)
            where $2::bytea = any(d.uses) or cardinality(d.uses) < $3::int
          returning 1 as taken`,
      },
      [digest, use, countMax, expiresAt],
    );
    return rows.length === 1;
  }

  /** Deletes the calls of at most `limit` delegations that no longer count. @returns the number of these delegations */
  forget(limit: number): Promise<number> {
    return this.forgetRows(
      "delegation_use",
      `expires_at <= now() - interval '${margin}' limit $1 for update skip locked`,
      [limit],
    );
  }
}
