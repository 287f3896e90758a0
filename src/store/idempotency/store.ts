import type { Session } from "../database.ts";

/** Whose key, for which operation. */
export interface IdempotencyScope {
  readonly caller: string;
  readonly operation: string;
  readonly key: string;
}

/** What was answered under a key. */
export interface StoredAnswer {
  readonly requestHash: Buffer;
  readonly response: Buffer;
  readonly sealed: boolean;
}

/** Keys and answers; exists inside the transaction whose effect they belong to. */
export class IdempotencyWriter {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Takes a key for this transaction.
   *
   * @returns the answer if there is one, also while others replay it; `in_flight` while another transaction holds the key and has
   * not answered; or `claimed`
   */
  async claim(scope: IdempotencyScope): Promise<"in_flight" | "claimed" | StoredAnswer> {
    const [lock] = await this.#session.run(
      {
        name: "idempotency_lock",
        text: "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken",
      },
      [`idempotency|${scope.caller}|${scope.operation}|${scope.key}`],
    );
    const [row] = await this.#session.run(
      {
        name: "idempotency_get",
        text: "select request_hash, response, sealed from idempotency where caller = $1 and operation = $2 and key = $3",
      },
      [scope.caller, scope.operation, scope.key],
    );
    if (row) return { requestHash: row.request_hash, response: row.response, sealed: row.sealed };
    return lock?.taken ? "claimed" : "in_flight";
  }

  /** Keeps the answer of this transaction. */
  async keep(scope: IdempotencyScope, answer: StoredAnswer): Promise<void> {
    await this.#session.run(
      {
        name: "idempotency_keep",
        text: `insert into idempotency (caller, operation, key, request_hash, response, sealed) values ($1, $2, $3, $4, $5, $6)`,
      },
      [scope.caller, scope.operation, scope.key, answer.requestHash, answer.response, answer.sealed],
    );
  }

  /** Forgets answers that are older than so many days, at most `limit` at a time. @returns how many */
  async forget(days: number, limit: number): Promise<number> {
    const [row] = await this.#session.run(
      {
        name: "idempotency_forget",
        text: `with old as (
            delete from idempotency where ctid = any(array(
              select ctid from idempotency where created_at < now() - make_interval(days => $1) limit $2)) returning 1)
          select count(*)::int as forgotten from old`,
      },
      [days, limit],
    );
    return row?.forgotten as number;
  }
}
