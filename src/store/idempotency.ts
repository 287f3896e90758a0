import { anyLength, booleans, byteas, texts } from "./arrays.ts";
import { Repository, type Row, type TransactionSession } from "./database.ts";

/** An idempotency key with its caller and operation. */
export interface IdempotencyScope {
  readonly caller: string;
  readonly operation: string;
  readonly key: string;
}

/** The stored answer to a request with an idempotency key. */
export interface StoredAnswer {
  readonly requestHash: Buffer;
  readonly response: Buffer;
  readonly sealed: boolean;
  /** When the caller cancelled the key; absent when the key is not cancelled. */
  readonly cancelledAt?: Date;
}

/** The use of a key in one operation: the stored answer, or `in_flight` while the request is running. */
export interface IdempotencyKeyUse {
  readonly operation: string;
  readonly answer: Ended | "in_flight";
}

/** An answer with its business time. A cancelled answer has the time of cancellation. */
type Ended = StoredAnswer & { readonly endedAt: Date };

/** The state of a key: `claimed` by this transaction, `in_flight` in another transaction, or a stored answer. */
export type Claim = "claimed" | "in_flight" | StoredAnswer;

const getAnswers = {
  name: "idempotency_get",
  text: `select i.request_hash, i.response, i.sealed, i.cancelled_at
    from unnest(${anyLength("$1::text[]")}, $2::text[], $3::text[]) with ordinality as x (caller, operation, key, place)
    left join idempotency i using (caller, operation, key) order by place`,
};

/** SQL for the column ahead_seconds, which is null when business time is not ahead. */
const aheadSeconds = "(select nullif(offset_seconds, 0) from business_clock)";

const lockName = ({ caller, operation, key }: IdempotencyScope): string =>
  `idempotency|${caller}|${operation}|${key}`;

type AnswerRow =
  | Row<"idempotency", "request_hash, response, sealed, cancelled_at">
  /** No answer is stored for the key. */
  | { readonly response: null };

function answerIn(row: AnswerRow | undefined): StoredAnswer | undefined {
  if (!row?.response) return undefined;
  const answer = { requestHash: row.request_hash, response: row.response, sealed: row.sealed };
  return row.cancelled_at ? { ...answer, cancelledAt: row.cancelled_at } : answer;
}

type UseRow = Row<"idempotency", "operation, request_hash, response, sealed, cancelled_at"> & {
  readonly ended_at: Date;
};

/** Reads stored answers. When a key has no answer, its request may still be running. */
export class IdempotencyReader extends Repository {
  async find(scope: IdempotencyScope): Promise<StoredAnswer | undefined> {
    const [row] = await this.session.run<AnswerRow>(getAnswers, columnsOf([scope]));
    return answerIn(row);
  }

  /** Returns the uses of a caller's key in these operations. The method changes nothing and takes no lock. */
  async uses(caller: string, operations: readonly string[], key: string): Promise<IdempotencyKeyUse[]> {
    const answered = await this.#answers(caller, operations, key);
    if (answered.length > 0) return answered;
    const running = await this.#running(operations.map((operation) => ({ caller, operation, key })));
    if (running.length > 0) return running.map((operation) => ({ operation, answer: "in_flight" }));
    // A request that was running at the first read may have been answered before the second read.
    return this.#answers(caller, operations, key);
  }

  async #answers(caller: string, operations: readonly string[], key: string): Promise<IdempotencyKeyUse[]> {
    const rows = await this.session.run<UseRow>(
      {
        name: "idempotency_uses",
        text: `select operation, request_hash, response, sealed, cancelled_at,
            coalesce(cancelled_at, created_at) + make_interval(secs => coalesce(ahead_seconds, 0)) as ended_at from idempotency
          where caller = $1 and operation = any($2::text[]) and key = $3`,
      },
      [caller, texts(operations), key],
    );
    return rows.flatMap((row) => {
      const answer = answerIn(row);
      return answer ? [{ operation: row.operation, answer: { ...answer, endedAt: row.ended_at } }] : [];
    });
  }

  /** Returns the operations in which a transaction holds the lock of its key now. */
  async #running(scopes: readonly IdempotencyScope[]): Promise<string[]> {
    const rows = await this.session.run<Row<"idempotency", "operation">>(
      {
        name: "idempotency_running",
        text: `select x.operation from unnest($1::text[], $2::text[]) as x (operation, name)
          join pg_locks l on (l.classid::bigint << 32) | l.objid::bigint = hashtextextended(x.name, 0)
          where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
            and l.database = (select oid from pg_database where datname = current_database())`,
      },
      [texts(scopes.map(({ operation }) => operation)), texts(scopes.map(lockName))],
    );
    return rows.map((row) => row.operation);
  }
}

/** Claims keys and stores answers; exists inside the transaction that has the effect of the request. */
export class IdempotencyWriter extends Repository<TransactionSession> {
  /**
   * Claims keys for this transaction, in one round trip.
   *
   * @param scopes distinct scopes
   * @returns for each scope, in order: the stored answer if one exists, even while other requests replay it; `in_flight` while another
   * transaction holds the key without an answer; otherwise `claimed`
   */
  async claim(scopes: readonly IdempotencyScope[]): Promise<Claim[]> {
    const [locks, answers] = await Promise.all([
      this.session.run<{ readonly taken: boolean }>(
        {
          name: "idempotency_lock",
          text: `select pg_try_advisory_xact_lock(hashtextextended(name, 0)) as taken
            from unnest($1::text[]) with ordinality as x (name, place) order by place`,
        },
        [texts(scopes.map(lockName))],
      ),
      // A second statement, because its snapshot must be newer than the locks.
      this.session.run<AnswerRow>(getAnswers, columnsOf(scopes)),
    ]);
    return scopes.map(
      (_, index) => answerIn(answers[index]) ?? (locks[index]?.taken ? "claimed" : "in_flight"),
    );
  }

  /**
   * Claims a key as `claim` does, but waits while another transaction holds the key.
   *
   * @returns the stored answer, or undefined
   */
  async take(scope: IdempotencyScope): Promise<StoredAnswer | undefined> {
    await this.session.run(
      { name: "idempotency_take", text: "select pg_advisory_xact_lock(hashtextextended($1, 0))" },
      [lockName(scope)],
    );
    // A second statement, because its snapshot must be newer than the lock.
    const [row] = await this.session.run<AnswerRow>(getAnswers, columnsOf([scope]));
    return answerIn(row);
  }

  /**
   * Cancels a key that this transaction claimed. Later requests with the key are refused.
   *
   * @returns the business time of the cancellation; for a repeated cancellation, that of the first
   */
  async cancel(scope: IdempotencyScope): Promise<Date> {
    const row = await this.session.one<{ readonly cancelled_at: Date }>(
      {
        name: "idempotency_cancel",
        text: `insert into idempotency as i (caller, operation, key, request_hash, response, sealed, cancelled_at, ahead_seconds)
          values ($1, $2, $3, '', '', false, now(), ${aheadSeconds})
          on conflict (caller, operation, key) do update set cancelled_at = coalesce(i.cancelled_at, now()),
            ahead_seconds = case when i.cancelled_at is null then excluded.ahead_seconds else i.ahead_seconds end
          returning cancelled_at + make_interval(secs => coalesce(ahead_seconds, 0)) as cancelled_at`,
      },
      [scope.caller, scope.operation, scope.key],
    );
    return row.cancelled_at;
  }

  /** Sends one statement that stores the answers of this transaction. The commit waits for its result. */
  async keep(answers: readonly (StoredAnswer & { readonly scope: IdempotencyScope })[]): Promise<void> {
    if (answers.length === 0) return;
    this.session.send(
      {
        name: "idempotency_keep",
        text: `insert into idempotency (caller, operation, key, request_hash, response, sealed, ahead_seconds)
          select caller, operation, key, request_hash, response, sealed, ${aheadSeconds}
          from unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::bytea[], $6::boolean[])
            as x (caller, operation, key, request_hash, response, sealed)`,
      },
      [
        ...columnsOf(answers.map(({ scope }) => scope)),
        byteas(answers.map((answer) => answer.requestHash)),
        byteas(answers.map((answer) => answer.response)),
        booleans(answers.map((answer) => answer.sealed)),
      ],
    );
  }

  /** Deletes at most `limit` answers that are older than `days` days. @returns the number of deleted answers */
  forget(days: number, limit: number): Promise<number> {
    const old = `created_at < now() - make_interval(days => $1)
      and (cancelled_at is null or cancelled_at < now() - make_interval(days => $1)) limit $2 for update skip locked`;
    return this.forgetRows("idempotency", old, [days, limit]);
  }
}

const columnsOf = (scopes: readonly IdempotencyScope[]): Buffer[] => [
  texts(scopes.map((scope) => scope.caller)),
  texts(scopes.map((scope) => scope.operation)),
  texts(scopes.map((scope) => scope.key)),
];
