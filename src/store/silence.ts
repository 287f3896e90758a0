// Connections that stop answering without being closed: a load balancer has lost them, or another server has taken over.
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Pause between two looks at the connections. */
const lookMs = 1_000;
/** Looks without a byte after which the server is asked about a connection. */
const silentLooks = 5;
/** Longest wait for the server's word about a connection, and before that for the connection to ask by. */
const askMs = 3_000;
/** An answer that was on its way when the server was asked has arrived by then. */
const graceMs = 1_000;

/** The database has stopped answering on a connection. Nobody knows whether what was sent last has had its effect. */
export class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";

  constructor() {
    super("the database has stopped answering on a connection, which was given up");
  }
}

/** What the driver knows of a connection. Its types leave `readyForQuery` out: false while a statement is under way. */
type Client = Omit<pg.Client, "connection"> & {
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
  readonly processID: number;
};

interface Watched {
  readonly client: Client;
  /** The look before which it was opened. */
  readonly opened: number;
  bytesRead: number;
  /** Looks since the last byte arrived. */
  quiet: number;
  /** Those of them at which an answer was outstanding. */
  unanswered: number;
}

/** True of a session that works on a statement. A session that waits for its client, to read or to write, does not. */
const works = "(state in ('active', 'disabled') and wait_event_type is distinct from 'Client')";

/** How silence is judged. */
export interface SilenceOptions {
  readonly url: string;
  /** How long a silent connection is kept while the server cannot be asked about it. */
  readonly patienceMs: number;
  /** Hears of each connection that is given up. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/**
 * Gives up connections that are dead without having been closed. When an answer is outstanding and no byte arrives for five seconds,
 * the server is asked by a new connection. A session that works on its statement is left alone, however long that takes; any other is
 * given up. Idle connections that were open when it fell silent are given up with it, because they may be lost too.
 *
 * Once a second it looks at counters that exist anyway, so a statement costs nothing. It counts looks and does not measure time: a
 * process that was held up itself reads the answers that arrived meanwhile before it has looked five times.
 */
export class Silence {
  readonly #options: SilenceOptions;
  readonly #connections = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;
  #asking = false;
  #looks = 0;

  constructor(options: SilenceOptions) {
    this.#options = options;
  }

  /** Watches a connection that is open until it is closed. */
  watch(connection: pg.ClientBase): void {
    const client = connection as unknown as Client;
    const watched = { client, opened: this.#looks, bytesRead: 0, quiet: 0, unanswered: 0 };
    this.#connections.add(watched);
    client.once("end", () => this.#connections.delete(watched));
    this.#timer ??= setInterval(() => this.#look(), lookMs).unref();
  }

  #look(): void {
    if (this.#connections.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    this.#looks += 1;
    const silent: Watched[] = [];
    for (const each of this.#connections) {
      const { stream } = each.client.connection;
      if (stream.bytesRead === each.bytesRead) {
        each.quiet += 1;
        each.unanswered = owesAnswer(each) ? each.unanswered + 1 : 0;
      } else {
        each.bytesRead = stream.bytesRead;
        each.quiet = 0;
        each.unanswered = 0;
      }
      if (each.unanswered < silentLooks) continue;
      // A goodbye that the server does not answer would hold the process.
      if (stream.writableEnded) stream.destroy();
      else silent.push(each);
    }
    if (silent.length === 0 || this.#asking) return;
    this.#asking = true;
    void this.#examine(silent).finally(() => {
      this.#asking = false;
    });
  }

  async #examine(silent: readonly Watched[]): Promise<void> {
    const server = new pg.Client({
      connectionString: this.#options.url,
      application_name: "pda",
      connectionTimeoutMillis: askMs,
      query_timeout: askMs,
    });
    // A connection that is lost fails the statement on it, which is handled below.
    server.on("error", () => undefined);
    try {
      await server.connect();
      const text = `select pg_backend_pid() as own, array(select pid from pg_stat_activity where pid = any($1) and ${works}) as pids`;
      const { rows } = await server.query<{ own: number; pids: number[] }>(text, [silent.map(pidOf)]);
      // Behind a pooler the numbers are the pooler's, so that the server cannot be asked about them.
      if (rows[0]?.own !== pidOf({ client: server as unknown as Client }))
        throw new Error("a pooler answers");
      const working = new Set(rows[0].pids);
      for (const each of silent) if (working.has(pidOf(each))) each.unanswered = 0;
      await sleep(graceMs);
      const lost = silent.filter((each) => this.#isSilent(each));
      if (lost.length > 0) await this.#giveUp([...lost, ...this.#lostToo(lost)], server);
    } catch {
      const looks = this.#options.patienceMs / lookMs;
      await this.#giveUp(silent.filter((each) => this.#isSilent(each) && each.unanswered >= looks));
    } finally {
      this.watch(server);
      server.end().catch(() => undefined);
    }
  }

  #isSilent(each: Watched): boolean {
    return (
      this.#connections.has(each) &&
      each.unanswered >= silentLooks &&
      each.client.connection.stream.bytesRead === each.bytesRead
    );
  }

  /**
   * Idle connections that were open when the others fell silent: nobody knows of them, and another costs little. One within a transaction is
   * judged at its next statement.
   */
  #lostToo(lost: readonly Watched[]): Watched[] {
    const since = this.#looks - Math.min(...lost.map(({ quiet }) => quiet));
    return [...this.#connections].filter(
      (each) => each.opened <= since && !owesAnswer(each) && each.client.getTransactionStatus() === "I",
    );
  }

  /**
   * Closes connections. Their sessions on the server are ended first: they may hold locks, and a caller that repeats its request must
   * find the outcome of the first attempt decided.
   */
  async #giveUp(lost: readonly Watched[], server?: pg.Client): Promise<void> {
    const text = `select pg_terminate_backend(pid) from pg_stat_activity
      where pid = any($1) and usename = current_user and not ${works}`;
    // Without the right to end sessions, the server's own time-outs end them.
    await server?.query(text, [lost.map(pidOf)]).catch(() => undefined);
    for (const each of lost) {
      const error = new DatabaseSilent();
      if (owesAnswer(each)) this.#options.onError?.(error);
      each.client.connection.stream.destroy(error);
    }
  }
}

const pidOf = ({ client }: Pick<Watched, "client">): number => client.processID;

const owesAnswer = ({ client }: Watched): boolean =>
  !client.readyForQuery || client.connection.stream.writableEnded;
