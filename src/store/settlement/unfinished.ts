import { Repository } from "../database.ts";

/** The settlements that are not final and share the reason of their last failure. */
export interface UnfinishedSettlements {
  /** SCREAMING_SNAKE; absent for settlements whose last attempt succeeded. */
  readonly reason?: string;
  readonly settlements: number;
  readonly oldestSeconds: number;
}

/** Counts settlements for monitoring. */
export class UnfinishedSettlementReader extends Repository {
  /** Counts the settlements that are not final, by the reason of their last failure. Reads at most `limit` settlements. */
  async count(limit: number): Promise<UnfinishedSettlements[]> {
    const rows = await this.session.run<{
      readonly reason: string | null;
      readonly settlements: string;
      readonly seconds: number;
    }>(
      {
        name: "settlement_unfinished",
        text: `select last_error as reason, count(*) as settlements,
            greatest(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
          from (select last_error, created_at from settlement where status <> 'finalized' limit $1) s group by last_error`,
      },
      [limit],
    );
    return rows.map(({ reason, settlements, seconds }) => ({
      ...(reason === null ? {} : { reason }),
      settlements: Number(settlements),
      oldestSeconds: seconds,
    }));
  }
}
