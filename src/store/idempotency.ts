import { booleans, byteas, texts } from "./arrays.ts";
import { Repository, type Row, type TransactionSession } from "./database.ts";

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
  /** Since when its caller does not want it any more. */
  readonly cancelledAt?: Date;
}

/** What is known of a key in one operation: what was answered under it, or `in_flight`. */
export interface IdempotencyKeyUse {
  readonly operation: string;
  readonly answer: Ended | "in_flight";
}

/** An answer, and when it was given or, if that was later, cancelled: business time. */
type Ended = StoredAnswer & { readonly endedAt: Date };

/** What a key is found to be: held by this transaction now, held by another one that has not answered, or answered. */
export type Claim = "claimed" | "in_flight" | StoredAnswer;

const getAnswers = {
  name: "idempotency_get",
  text: `select i.request_hash, i.response, i.sealed, i.cancelled_at
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as x (caller, operation, key, place)
    left join idempotency i using (caller, operation, key) order by place`,
};

/** As the column wants it: nothing is stored where the clock is not ahead. */
const aheadSeconds = "(select nullif(offset_seconds, 0) from business_clock)";

const lockName = ({ caller, operation, key }: IdempotencyScope): string =>
  `idempotency|${caller}|${operation}|${key}`;

type AnswerRow =
  | Row<"idempotency", "request_hash, response, sealed, cancelled_at">
  /** Where nothing is under the key. */
  | { readonly response: null };

function answerIn(row: AnswerRow | undefined): StoredAnswer | undefined {
  if (!row?.response) return undefined;
  const answer = { requestHash: row.request_hash, response: row.response, sealed: row.sealed };
  return row.cancelled_at ? { ...answer, cancelledAt: row.cancelled_at } : answer;
}

type UseRow = Row<"idempotency", "operation, request_hash, response, sealed, cancelled_at"> & {
  readonly ended_at: Date;
};

/** Answers that have been given; that there is none yet says nothing about what is under way. */
export class IdempotencyReader extends Repository {
  async find(scope: IdempotencyScope): Promise<StoredAnswer | undefined> {
    const [row] = await this.session.run<AnswerRow>(getAnswers, columnsOf([scope]));
    return answerIn(row);
  }

  /** What is known of a caller's key, in any of these operations. Changes nothing, and holds nobody up. */
  async uses(caller: string, operations: readonly string[], key: string): Promise<IdempotencyKeyUse[]> {
    const answered = await this.#answers(caller, operations, key);
    if (answered.length > 0) return answered;
    const running = await this.#running(operations.map((operation) => ({ caller, operation, key })));
    if (running.length > 0) return running.map((operation) => ({ operation, answer: "in_flight" }));
    // What was under way when the first look was taken may have been answered before the second.
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

  /** Operations whose transaction holds the key now. */
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

/** Keys and answers; exists inside the transaction whose effect they belong to. */
export class IdempotencyWriter extends Repository<TransactionSession> {
  /**
   * Takes keys for this transaction, in one round trip.
   *
   * @param scopes all different
   * @returns for each scope, in their order: the answer if there is one, also while others replay it; `in_flight` while another
   * transaction holds the key and has not answered; or `claimed`
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
      // A statement of its own: its snapshot has to be newer than the locks.
      this.session.run<AnswerRow>(getAnswers, columnsOf(scopes)),
    ]);
    return scopes.map(
      (_, index) => answerIn(answers[index]) ?? (locks[index]?.taken ? "claimed" : "in_flight"),
    );
  }

  /**
   * Takes a key for this transaction as `claim` does, but waits for whoever holds it.
   *
   * @returns the answer if there is one
   */
  async take(scope: IdempotencyScope): Promise<StoredAnswer | undefined> {
    await this.session.run(
      { name: "idempotency_take", text: "select pg_advisory_xact_lock(hashtextextended($1, 0))" },
      [lockName(scope)],
    );
    // A statement of its own: its snapshot has to be newer than the lock.
    const [row] = await this.session.run<AnswerRow>(getAnswers, columnsOf([scope]));
    return answerIn(row);
  }

  /**
   * Cancels a key that this transaction has taken: whatever comes with it is refused from now on.
   *
   * @returns since when it is cancelled, business time
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

  /** Keeps answers of this transaction, in one statement that the commit waits for. */
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

  /** Forgets answers that are older than so many days, at most `limit` at a time. @returns how many */
  async forget(days: number, limit: number): Promise<number> {
    const row = await this.session.one<{ readonly forgotten: number }>(
      {
        name: "idempotency_forget",
        text: `with old as (
            delete from idempotency where ctid = any(array(
              select ctid from idempotency where created_at < now() - make_interval(days => $1)
                and (cancelled_at is null or cancelled_at < now() - make_interval(days => $1)) limit $2)) returning 1)
          select count(*)::int as forgotten from old`,
      },
      [days, limit],
    );
    return row.forgotten;
  }
}

const columnsOf = (scopes: readonly IdempotencyScope[]): Buffer[] => [
  texts(scopes.map((scope) => scope.caller)),
  texts(scopes.map((scope) => scope.operation)),
  texts(scopes.map((scope) => scope.key)),
];
