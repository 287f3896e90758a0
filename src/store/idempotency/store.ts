import { booleans, byteas, texts } from "../arrays.ts";
import type { Row, Session, TransactionSession } from "../database.ts";

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

/** What a key is found to be: held by this transaction now, held by another one that has not answered, or answered. */
export type Claim = "claimed" | "in_flight" | StoredAnswer;

const getAnswers = {
  name: "idempotency_get",
  text: `select i.request_hash, i.response, i.sealed
    from unnest($1::text[], $2::text[], $3::text[]) with ordinality as x (caller, operation, key, place)
    left join idempotency i using (caller, operation, key) order by place`,
};

const answerIn = (row: Row | undefined): StoredAnswer | undefined =>
  row?.response ? { requestHash: row.request_hash, response: row.response, sealed: row.sealed } : undefined;

/** Answers that have been given; that there is none yet says nothing about what is under way. */
export class IdempotencyReader {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(scope: IdempotencyScope): Promise<StoredAnswer | undefined> {
    const [row] = await this.#session.run(getAnswers, columnsOf([scope]));
    return answerIn(row);
  }
}

/** Keys and answers; exists inside the transaction whose effect they belong to. */
export class IdempotencyWriter {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  /**
   * Takes keys for this transaction, in one round trip.
   *
   * @param scopes all different
   * @returns for each scope, in their order: the answer if there is one, also while others replay it; `in_flight` while another
   * transaction holds the key and has not answered; or `claimed`
   */
  async claim(scopes: readonly IdempotencyScope[]): Promise<Claim[]> {
    const [locks, answers] = await Promise.all([
      this.#session.run(
        {
          name: "idempotency_lock",
          text: `select pg_try_advisory_xact_lock(hashtextextended(name, 0)) as taken
            from unnest($1::text[]) with ordinality as x (name, place) order by place`,
        },
        [texts(scopes.map((scope) => `idempotency|${scope.caller}|${scope.operation}|${scope.key}`))],
      ),
      // A statement of its own: its snapshot has to be newer than the locks.
      this.#session.run(getAnswers, columnsOf(scopes)),
    ]);
    return scopes.map(
      (_, index) => answerIn(answers[index]) ?? (locks[index]?.taken ? "claimed" : "in_flight"),
    );
  }

  /** Keeps answers of this transaction, in one statement that the commit waits for. */
  async keep(answers: readonly (StoredAnswer & { readonly scope: IdempotencyScope })[]): Promise<void> {
    if (answers.length === 0) return;
    this.#session.send(
      {
        name: "idempotency_keep",
        text: `insert into idempotency (caller, operation, key, request_hash, response, sealed)
          select * from unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::bytea[], $6::boolean[])`,
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

const columnsOf = (scopes: readonly IdempotencyScope[]): Buffer[] => [
  texts(scopes.map((scope) => scope.caller)),
  texts(scopes.map((scope) => scope.operation)),
  texts(scopes.map((scope) => scope.key)),
];
