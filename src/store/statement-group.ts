// Sends statements to the server in one piece, and lets the server answer in one piece.
import pg from "pg";

/** A statement of a group. A statement without a name is prepared for this use only. */
export interface GroupedStatement {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: unknown[];
  /** Receives the error, or else the rows of the statement. */
  readonly done: (error: Error | null, result: { readonly rows: object[] }) => void;
}

/** Internals of the driver that its types omit: the connection, as far as it sends statements. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  /** Texts of the statements that are prepared, by name. */
  readonly parsedStatements: Record<string, string>;
  /** Texts of the statements that were sent to be prepared, by name. */
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
}

/** Internals of the driver that its types omit: a query, as far as it sends itself and follows its answer. */
interface Query {
  readonly name: string | undefined;
  readonly text: string;
  prepare(connection: Connection): void;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

/**
 * Statements of one transaction that share one Sync message (PostgreSQL, Frontend/Backend Protocol, section Pipelining). The driver alone
 * sends one after each statement. The server answers a Sync at once, so that this process and the server would write and read once for
 * each statement.
 *
 * After a statement that fails, the server skips the others of the group. They fail with the same error.
 */
export class StatementGroup extends pg.Query {
  readonly #queries: readonly Query[];
  /** The query that the server answers now. */
  #place = 0;
  #failure: Error | undefined;
  // By name and text the driver keeps account of prepared statements.
  declare name: string | undefined;
  declare text: string | undefined;
  /** Called at the end. The driver replaces it to take the time of the group. */
  callback = (): void => undefined;

  constructor(statements: readonly GroupedStatement[]) {
    super("");
    this.#queries = statements.map((statement) => this.#queryOf(statement));
    this.#moveTo(0);
  }

  override submit = (connection: object): void => {
    const whole = connection as Connection;
    // When a value cannot be sent, the driver would close the statement, and nevertheless take it for prepared.
    const nothing = { value: () => undefined };
    const unsynced = Object.create(whole, { sync: nothing, close: nothing }) as Connection;
    whole.stream.cork();
    try {
      // A statement that cannot be sent fails here. The statements after it are not sent.
      for (const query of this.#queries) if (!this.#failure) send(query, unsynced);
      whole.sync();
    } finally {
      whole.stream.uncork();
    }
  };

  handleRowDescription(message: object): void {
    this.#current?.handleRowDescription(message);
  }

  handleDataRow(message: object): void {
    this.#current?.handleDataRow(message);
  }

  handleCommandComplete(message: object, connection: Connection): void {
    this.#current?.handleCommandComplete(message, connection);
    // The last one ends with the group, because only then the connection can be given back.
    if (this.#place < this.#queries.length - 1) this.#endCurrent(connection);
  }

  handleEmptyQuery(connection: Connection): void {
    this.handleCommandComplete({ text: "" }, connection);
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.#failure) this.handleError(this.#failure, connection);
    else {
      this.#endCurrent(connection);
      this.callback();
    }
  }

  /** Fails all statements that have no answer yet. */
  handleError(error: Error, connection: Connection): void {
    const open = this.#queries.slice(this.#place);
    this.#moveTo(this.#queries.length);
    for (const query of open) {
      if (query.name) delete connection.submittedNamedStatements[query.name];
      query.handleError(error, connection);
    }
    this.callback();
  }

  get #current(): Query | undefined {
    return this.#queries[this.#place];
  }

  #endCurrent(connection: Connection): void {
    const query = this.#current;
    this.#moveTo(this.#place + 1);
    query?.handleReadyForQuery(connection);
  }

  #moveTo(place: number): void {
    this.#place = place;
    this.name = this.#current?.name;
    this.text = this.#current?.text;
  }

  #queryOf({ name, text, values, done }: GroupedStatement): Query {
    const query = new pg.Query(text, values, (error, result) => {
      if (error) this.#failure ??= error;
      done(error ?? null, result);
    });
    return Object.assign(query as unknown as Query, { name, queryMode: "extended" });
  }
}

/** Sends a statement without a Sync message. A name stands for one text, as everywhere in the driver. */
function send(query: Query, connection: Connection): void {
  const { name, text } = query;
  const known = name && (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]);
  if (known && known !== text) query.handleError(new Error(`two statements are named ${name}`), connection);
  else query.prepare(connection);
}
