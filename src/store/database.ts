import knex, { type Knex } from "knex";
import pg from "pg";
import type { Tables } from "../../gen/store/tables.ts";
import { type IdKind, idOf, uuidOf } from "../domain/identifier/identifier.ts";
import { isStalePlan, meaningOfReading } from "./constraints.ts";
import { type Page, type PageRequest, toPage } from "./page.ts";
import { Silence } from "./silence.ts";

/** A prepared statement: its name makes the server plan it once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * A row of those columns of a table that a list such as `a.asset_id, a.kind` names. Expressions in the list are passed over: the type of
 * what they give is added where the statement is.
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

/** A row in which columns that may be null are not: what a statement looks for, or a constraint, says so. */
export type Present<R, Columns extends keyof R> = R & {
  readonly [Column in Columns]: NonNullable<R[Column]>;
};

/** Builds ordinary queries; it has no connection of its own. */
export const sql = knex({ client: "pg" });

/** Something that runs statements: the pool, or the one connection of a transaction. */
export class Session {
  readonly #target: pg.Pool | pg.PoolClient;

  constructor(target: pg.Pool | pg.PoolClient) {
    this.#target = target;
  }

  /** Runs a prepared statement. @returns its rows, which the caller names the type of */
  async run<R = object>(statement: Statement, values: readonly unknown[] = []): Promise<R[]> {
    const result = await this.#target.query({
      name: statement.name,
      text: statement.text,
      values: [...values],
    });
    return result.rows;
  }

  /** Runs a prepared statement that always gives a row. */
  async one<R>(statement: Statement, values?: readonly unknown[]): Promise<R> {
    const [row] = await this.run<R>(statement, values);
    if (row === undefined) throw new Error(`${statement.name} gave no row`);
    return row;
  }

  /** Runs a query made with the builder. */
  async query<R>(builder: {
    toSQL(): { toNative(): { sql: string; bindings: readonly unknown[] } };
  }): Promise<R[]> {
    const { sql: text, bindings } = builder.toSQL().toNative();
    return (await this.#target.query(text, [...bindings])).rows;
  }
}

/**
 * How often something is done again because a plan was stale. Each time the connection that had it is discarded, so as many tries as a
 * pool has connections are enough.
 */
export const stalePlansMax = 200;

/** The pool as readers have it, outside of transactions. What is looked for and cannot be stored is refused (see constraints.ts). */
export class ReadingSession extends Session {
  override async run<R = object>(statement: Statement, values: readonly unknown[] = []): Promise<R[]> {
    for (let stale = 0; ; stale += 1) {
      try {
        return await super.run<R>(statement, values);
      } catch (error) {
        // The pool has discarded the connection, as after every error.
        if (!isStalePlan(error) || stale >= stalePlansMax) throw meaningOfReading(error);
      }
    }
  }

  override async query<R>(builder: Parameters<Session["query"]>[0]): Promise<R[]> {
    return refusing(super.query<R>(builder));
  }
}

/** What is read, where an error may be about what was looked for. @throws Refused then */
export async function refusing<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw meaningOfReading(error);
  }
}

const IN_FAILED_TRANSACTION = "25P02";

/**
 * The one connection of a transaction. Statements travel without waiting for each other (libpq calls it pipeline mode), in the
 * order in which they are given; once one of them has failed the server refuses all that follow, the commit too.
 */
export class TransactionSession extends Session {
  readonly #client: pg.PoolClient;
  readonly #sent: Promise<unknown>[] = [];
  #failed: unknown;

  constructor(client: pg.PoolClient) {
    super(client);
    this.#client = client;
  }

  /** Sends a statement whose rows nobody needs. When it fails, the commit does. */
  send(statement: Statement, values: readonly unknown[] = []): void {
    this.#defer(this.run(statement, values));
  }

  /** Sends the start of the transaction, which travels with its first statement. */
  begin(command: string): void {
    this.#defer(this.#client.query(command));
  }

  /** Commits with what was sent, in one round trip. @throws the first error among all of it; nothing is changed then */
  async commit(): Promise<void> {
    this.#defer(this.#client.query("commit"));
    await Promise.all(this.#sent);
  }

  /** Takes everything back. @returns why that was not possible; the connection is of no use then */
  async rollback(): Promise<Error | undefined> {
    try {
      await this.#client.query("rollback");
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  /** Why the transaction failed: the server's refusal of what follows a failed statement stands for that statement's error. */
  causeOf(error: unknown): unknown {
    return error instanceof pg.DatabaseError && error.code === IN_FAILED_TRANSACTION
      ? (this.#failed ?? error)
      : error;
  }

  #defer(answer: Promise<unknown>): void {
    // It is heard at the commit, or before when a later statement is refused because of it.
    answer.catch((error: unknown) => {
      this.#failed ??= error;
    });
    this.#sent.push(answer);
  }
}

/** Base of readers and writers: their statements run on one session. Those that need a transaction say so by the type of it. */
export abstract class Repository<S extends Session = Session> {
  protected readonly session: S;

  constructor(session: S) {
    this.session = session;
  }

  /**
   * A page of what a query finds, newest first: identifiers begin with the time at which they were made.
   *
   * @param key column of the identifier, and its kind
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
}

/** Settings of the connection pool. */
export interface DatabaseOptions {
  readonly url: string;
  readonly poolMax: number;
  readonly statementTimeoutMs: number;
  readonly onError?: (error: Error) => void;
}

/**
 * Every statement of the product finds rows by an index. The server plans a prepared one when it is first used and keeps the plan:
 * over tables that are still empty it would choose to read them whole, and go on doing so while they grow, until their statistics
 * are next taken. Servers before 18 express this by enormous costs, which compiling must not take at their word.
 */
const planned = ["enable_seqscan=off", "enable_hashjoin=off", "enable_mergejoin=off", "jit=off"];

/** The server notices within half a minute that nobody is there any more, and lets go of what the session held. */
const heard = ["tcp_keepalives_idle=10", "tcp_keepalives_interval=5", "tcp_keepalives_count=3"];

/** Longest wait for a connection. */
export const connectionWaitMs = 5_000;

/** What a statement may take longer than the server allows it, before its connection is given up unheard. */
const marginMs = 5_000;

/** Who watches the connections that are opened with these settings. */
export const silenceOf = ({ url, onError, statementTimeoutMs }: DatabaseOptions): Silence =>
  new Silence({ url, onError, patienceMs: statementTimeoutMs + marginMs });

/** After this long without traffic TCP tries a connection, so that routers on its way keep it, and a host that is gone is noticed. */
const keepAliveMs = 10_000;

/** Opens the pool. Lost connections are replaced, those that fell silent too; a query on a lost one fails. */
export function openPool(options: DatabaseOptions, silence = silenceOf(options)): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolMax,
    connectionTimeoutMillis: connectionWaitMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    application_name: "pda",
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    options: [...planned, ...heard].map((setting) => `-c ${setting}`).join(" "),
  });
  // An idle connection that breaks must not end the process; the next query opens another.
  pool.on("error", (error) => options.onError?.(error));
  pool.on("connect", (client) => silence.watch(client));
  return pool;
}
