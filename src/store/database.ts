import knex, { type Knex } from "knex";
import pg from "pg";
import type { Tables } from "../../gen/store/tables.ts";
import { type IdKind, idOf, uuidOf } from "../domain/identifier/identifier.ts";
import { isStalePlan, meaningOfReading } from "./constraints.ts";
import { type Page, type PageRequest, toPage } from "./page.ts";
import { Silence } from "./silence.ts";
import { type GroupedStatement, StatementGroup } from "./statement-group.ts";

/** A prepared statement. Because the statement has a name, the server plans it once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A prepared statement, or one without a name, which is planned at each use. */
type AnyStatement = Pick<Statement, "text"> & Partial<Statement>;

/**
 * A row with the columns of a table that a list such as `a.asset_id, a.kind` names. Expressions in the list are ignored; the code beside
 * the statement adds the types of their results.
 */
export type Row<Table extends keyof Tables, List extends string> = Pick<
  Tables[Table],
  ColumnsOf<List> & keyof Tables[Table]
>;
type ColumnsOf<List extends string> = List extends `${infer First},${infer Rest}`
  ? ColumnOf<First> | ColumnsOf<Rest>
  : ColumnOf<List>;
type ColumnOf<Item extends string> = Item extends ` ${infer Rest}` | `\n${infer Rest}`
  ? ColumnOf<Rest>
  : Item extends `${string}.${infer Column}`
    ? Column
    : Item;

/** A row whose nullable columns are not null, because the statement's condition or a constraint ensures it. */
export type Present<R, Columns extends keyof R> = R & {
  readonly [Column in Columns]: NonNullable<R[Column]>;
};

/** Builds ordinary queries. The builder has no connection. */
export const sql = knex({ client: "pg" });

/** Rows of one statement while all results of a query are read. */
const PAGE_OF_ALL = 1000;

/** Runs statements on the pool or on the one connection of a transaction. */
export abstract class Session {
  /** Sends a statement. @returns its rows */
  protected abstract rowsOf(statement: AnyStatement, values: readonly unknown[]): Promise<object[]>;

  /** Runs a prepared statement. @returns the rows, with the type that the caller names */
  async run<R = object>({ name, text }: Statement, values: readonly unknown[] = []): Promise<R[]> {
    return (await this.rowsOf({ name, text }, values)) as R[];
  }

  /** Runs a prepared statement that always returns a row. */
  async one<R>(statement: Statement, values?: readonly unknown[]): Promise<R> {
    const [row] = await this.run<R>(statement, values);
    if (row === undefined) throw new Error(`statement ${statement.name} returned no row`);
    return row;
  }

  /** Runs a query that was made with the builder. */
  async query<R>(builder: {
    toSQL(): { toNative(): { sql: string; bindings: readonly unknown[] } };
  }): Promise<R[]> {
    const { sql: text, bindings } = builder.toSQL().toNative();
    return (await this.rowsOf({ text }, bindings)) as R[];
  }
}

/**
 * Maximum number of repetitions after a stale plan. Each failure discards the connection with the stale plan, so the number of
 * connections in a pool is enough.
 */
export const stalePlansMax = 200;

/**
 * Session on the pool, outside transactions: each statement is a transaction of its own. A search for text that cannot be stored is refused
 * (see constraints.ts).
 */
export class ReadingSession extends Session {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super();
    this.#pool = pool;
  }

  protected override async rowsOf(statement: AnyStatement, values: readonly unknown[]): Promise<object[]> {
    return (await this.#pool.query({ ...statement, values: [...values] })).rows;
  }

  override async run<R = object>(statement: Statement, values: readonly unknown[] = []): Promise<R[]> {
    for (let stale = 0; ; stale += 1) {
      try {
        return await super.run<R>(statement, values);
      } catch (error) {
        // The pool has discarded the connection, as it does after every error.
        if (!isStalePlan(error) || stale >= stalePlansMax) throw meaningOfReading(error);
      }
    }
  }

  override async query<R>(builder: Parameters<Session["query"]>[0]): Promise<R[]> {
    return refusing(super.query<R>(builder));
  }
}

/** Passes on the result of a read. @throws Refused when the searched text caused the error; any other error unchanged */
export async function refusing<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw meaningOfReading(error);
  }
}

/**
 * Session of a transaction on its one connection. Statements are sent without waiting for each other, those of one moment as one group.
 * After a failed statement, all later statements fail, and nothing is committed.
 */
export class TransactionSession extends Session {
  readonly #client: pg.PoolClient;
  readonly #sent: Promise<unknown>[] = [];
  #group: GroupedStatement[] = [];
  /** The transaction appends events. */
  hasEvents = false;
  /** The first error of a statement. */
  #failed: Error | undefined;
  /** The connection may belong to another transaction now. */
  #ended = false;

  constructor(client: pg.PoolClient) {
    super();
    this.#client = client;
  }

  /** Sends a statement whose rows are not needed. When the statement fails, the commit fails. */
  send(statement: Statement, values: readonly unknown[] = []): void {
    this.#defer(this.rowsOf(statement, values));
  }

  /** Sends the commands that start the transaction, in one round trip with the first statements. */
  begin(commands: readonly string[]): void {
    for (const text of commands) this.send({ name: text, text });
  }

  /** Commits in one round trip with the sent statements. @throws the first error of a statement; the database is then unchanged */
  async commit(): Promise<void> {
    // The server may not know of the failure, or would answer without an error that it has rolled back.
    if (this.#failed) throw this.#failed;
    this.send({ name: "commit", text: "commit" });
    this.#submit();
    this.#ended = true;
    await Promise.all(this.#sent);
  }

  /** Rolls back. @returns the error when the rollback failed; the connection is then unusable */
  async rollback(): Promise<Error | undefined> {
    this.#submit();
    this.#ended = true;
    try {
      await this.#client.query("rollback");
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  /** Returns the cause of a failure: the server refuses statements, or does not know them, after an earlier one that failed. */
  causeOf(error: unknown): unknown {
    return error instanceof pg.DatabaseError ? (this.#failed ?? error) : error;
  }

  protected override rowsOf({ name, text }: AnyStatement, values: readonly unknown[]): Promise<object[]> {
    if (this.#ended) return Promise.reject(new Error("a statement came after the end of its transaction"));
    if (this.#group.length === 0) afterMicrotasks(() => this.#submit());
    let isFirstFailure = false;
    const answer = new Promise<object[]>((resolve, reject) => {
      const done: GroupedStatement["done"] = (error, result) => {
        if (!error) return resolve(result.rows);
        isFirstFailure = this.#failed === undefined;
        this.#failed ??= error;
        reject(error);
      };
      this.#group.push({ name, text, values: [...values], done });
    });
    return answer.catch((error: Error) => {
      // The stack leads to the code that waits for the statement, no longer to the driver that has read the error.
      if (isFirstFailure) Error.captureStackTrace(error);
      throw error;
    });
  }

  /** Sends the statements of this moment. */
  #submit(): void {
    if (this.#group.length === 0) return;
    const group = new StatementGroup(this.#group);
    this.#group = [];
    this.#client.query(group);
  }

  #defer(answer: Promise<unknown>): void {
    // The error is reported at the commit, or earlier when a later statement fails because of it.
    answer.catch(() => undefined);
    this.#sent.push(answer);
  }
}

/**
 * Calls back when the promises that are settled have been followed to where they wait for something. A microtask queues the call behind
 * them, also when the first statement is sent outside of any promise: `nextTick` alone would then come before them.
 */
const afterMicrotasks = (callback: () => void): void => queueMicrotask(() => process.nextTick(callback));

/** Base of readers and writers, whose statements run on one session. A class that needs a transaction declares a TransactionSession. */
export abstract class Repository<S extends Session = Session> {
  protected readonly session: S;

  constructor(session: S) {
    this.session = session;
  }

  /** Runs a prepared statement that finds at most one row. @returns the converted row; undefined when no row was found */
  protected async findOne<R, T>(
    statement: Statement,
    values: readonly unknown[],
    convert: (row: R) => T,
  ): Promise<T | undefined> {
    const [row] = await this.session.run<R>(statement, values);
    return row && convert(row);
  }

  /**
   * Deletes rows of a table, as many as the end of its query `old` permits.
   * @param old condition and limit, with the values as $1 and so on
   * @returns the number of deleted rows
   */
  protected async forgetRows(table: string, old: string, values: readonly unknown[]): Promise<number> {
    const { forgotten } = await this.session.one<{ readonly forgotten: number }>(
      {
        name: `${table}_forget`,
        text: `with old as (
            delete from ${table} where ctid = any(array(select ctid from ${table} where ${old})) returning 1)
          select count(*)::int as forgotten from old`,
      },
      values,
    );
    return forgotten;
  }

  /**
   * Returns a page of a query's results, newest first. Identifiers begin with their time of creation.
   *
   * @param key column of the identifier, and the kind of the identifier
   */
  protected async newestFirst<Column extends string, R extends Readonly<Record<Column, string>>, T>(
    query: Knex.QueryBuilder,
    [column, kind]: readonly [column: Column, kind: IdKind],
    page: PageRequest,
    itemOf: (row: R) => T,
  ): Promise<Page<T>> {
    query.orderBy(column, "desc").limit(page.size + 1);
    if (page.after) query.where(column, "<", uuidOf(kind, page.after));
    const rows = await this.session.query<R>(query);
    const found = toPage(rows, page.size, (row) => idOf(kind, row[column]));
    return { ...found, items: found.items.map(itemOf) };
  }

  /** Returns all results of a query, newest first. It reads page by page, so that no statement takes long. */
  protected async allNewestFirst<Column extends string, R extends Readonly<Record<Column, string>>, T>(
    query: Knex.QueryBuilder,
    key: readonly [column: Column, kind: IdKind],
    itemOf: (row: R) => T,
  ): Promise<T[]> {
    const all: T[] = [];
    let after: string | undefined;
    do {
      const from = after === undefined ? {} : { after };
      const page = await this.newestFirst(query.clone(), key, { size: PAGE_OF_ALL, ...from }, itemOf);
      for (const item of page.items) all.push(item);
      after = page.next;
    } while (after !== undefined);
    return all;
  }
}

/** Settings of the connection pool. */
export interface DatabaseOptions {
  readonly url: string;
  readonly poolMax: number;
  readonly statementTimeoutMs: number;
  readonly onError?: (error: Error) => void;
  /** Called after each commit of a transaction with events. Must return at once. */
  readonly onEvents?: () => void;
}

/**
 * Server settings that make plans use indexes. Every statement of the product finds rows by an index. The server plans a prepared
 * statement at its first use and keeps the plan. For a table that is still empty, the server would choose a sequential scan. It would
 * keep that plan while the table grows, until the next statistics. Servers before 18 express these settings as enormous costs, which
 * would trigger JIT compilation; `jit=off` prevents this.
 *
 * Without bitmaps a list follows its index and stops at the end of its page. A bitmap collects the whole range before the first row. With
 * pages at the same price in any order, the server prefers the index that holds exactly the rows of a list to an index in the order of the
 * table, from which it would have to leave rows out.
 */
const planned = [
  "enable_seqscan=off",
  "enable_bitmapscan=off",
  "enable_hashjoin=off",
  "enable_mergejoin=off",
  "random_page_cost=1",
  "jit=off",
];

/** With these settings the server notices within half a minute that the client is gone, and releases the session's locks. */
const heard = ["tcp_keepalives_idle=10", "tcp_keepalives_interval=5", "tcp_keepalives_count=3"];

/** Longest wait for a connection. */
export const connectionWaitMs = 5_000;

/** Time beyond the statement timeout before a silent connection is closed although the server could not be asked. */
const marginMs = 5_000;

/** Returns the watcher for connections that are opened with these settings. */
export const silenceOf = ({ url, onError, statementTimeoutMs }: DatabaseOptions): Silence =>
  new Silence({ url, onError, patienceMs: statementTimeoutMs + marginMs });

/** Idle time before TCP keep-alive probes. The probes keep routers from dropping the connection and detect a lost host. */
const keepAliveMs = 10_000;

/** A transaction may ask the network's node between two statements, however short the statements must be. */
const idleInTransactionMs = 15_000;

/** Opens the pool. The pool replaces lost and silent connections. A query on a lost connection fails. */
export function openPool(options: DatabaseOptions, silence = silenceOf(options)): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolMax,
    connectionTimeoutMillis: connectionWaitMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: Math.max(options.statementTimeoutMs, idleInTransactionMs),
    application_name: "pda",
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    options: [...planned, ...heard].map((setting) => `-c ${setting}`).join(" "),
  });
  // A broken idle connection must not end the process. The next query opens a new connection.
  pool.on("error", (error) => options.onError?.(error));
  pool.on("connect", (client) => silence.watch(client));
  return pool;
}

/** Makes a connection beside the pools, for signals between processes. @param answerMs longest wait for the connection and for each answer */
export function openClient({
  url,
  answerMs,
}: {
  readonly url: string;
  readonly answerMs: number;
}): pg.Client {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    application_name: "pda",
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    // A signal that a crash loses is one that nobody needs, so its commit does not wait for the disk.
    options: [...planned, ...heard, "synchronous_commit=off"].map((setting) => `-c ${setting}`).join(" "),
  });
}
