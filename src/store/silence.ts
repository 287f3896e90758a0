// Detects connections that stop answering without being closed, for example after a load balancer lost them or a failover.
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Interval between two checks of the connections. */
const lookMs = 1_000;
/** After this many checks without a received byte, the server is asked about a connection. */
const silentLooks = 5;
/** Time limit for opening the connection that asks the server, and again for the server's answer. */
const askMs = 3_000;
/** Time for an answer to arrive that was already on its way when the server was asked. */
const graceMs = 1_000;

/** The database stopped answering on a connection. The outcome of the last statement on the connection is unknown. */
export class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";

  constructor() {
    super("the database stopped answering on a connection, and the connection was closed");
  }
}

/** Internals of the driver that its types omit. `readyForQuery` is false while a statement runs. */
type Client = Omit<pg.Client, "connection"> & {
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
  readonly processID: number;
};

interface Watched {
  readonly client: Client;
  /** Number of the last check before the connection was opened. */
  readonly opened: number;
  bytesRead: number;
  /** Checks since the last byte arrived. */
  quiet: number;
  /** Consecutive checks without a byte while an answer was outstanding. */
  unanswered: number;
}

/** SQL condition: the session works on a statement. A session that waits to read from or write to its client does not work. */
const works = "(state in ('active', 'disabled') and wait_event_type is distinct from 'Client')";

/** Options of the detection. */
export interface SilenceOptions {
  readonly url: string;
  /** A silent connection is kept for this long while the server cannot be asked about the connection. */
  readonly patienceMs: number;
  /** Called for each connection that is closed while an answer was outstanding. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/**
 * Closes connections that are dead but were not closed. When an answer is outstanding and no byte arrives for five seconds, a new
 * connection asks the server. A connection stays open while its session works on a statement, however long the statement takes.
 * Otherwise the connection is closed. Idle connections that were open at the same time are closed too, because they may be lost.
 *
 * The check reads existing counters once a second, so a statement costs nothing extra. The class counts checks instead of measuring
 * time. A process that was itself blocked therefore reads the waiting answers before the fifth check.
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

  /** Watches an open connection until it is closed. */
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
      // The client has ended the connection. Without an answer from the server, the open socket would keep the process alive.
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
    // A lost connection also fails its statement, and the catch block below handles that failure.
    server.on("error", () => undefined);
    try {
      await server.connect();
      const text = `select pg_backend_pid() as own, array(select pid from pg_stat_activity where pid = any($1) and ${works}) as pids`;
      const { rows } = await server.query<{ own: number; pids: number[] }>(text, [silent.map(pidOf)]);
      // A pooler reports its own process numbers, which the server does not know.
      if (rows[0]?.own !== pidOf({ client: server as unknown as Client }))
        throw new Error("the database is behind a connection pooler");
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
   * Returns idle connections that were open when the others fell silent. Their state is unknown, and a new connection is cheap.
   * A connection within a transaction is left out: its next statement shows whether it is alive.
   */
  #lostToo(lost: readonly Watched[]): Watched[] {
    const since = this.#looks - Math.min(...lost.map(({ quiet }) => quiet));
    return [...this.#connections].filter(
      (each) => each.opened <= since && !owesAnswer(each) && each.client.getTransactionStatus() === "I",
    );
  }

  /**
   * Closes connections and first ends their sessions on the server. A session may hold locks. When a caller repeats a request, the
   * outcome of the first attempt must be decided.
   */
  async #giveUp(lost: readonly Watched[], server?: pg.Client): Promise<void> {
    const text = `select pg_terminate_backend(pid) from pg_stat_activity
      where pid = any($1) and usename = current_user and not ${works}`;
    // When the role may not end sessions, the server's own timeouts end them.
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
