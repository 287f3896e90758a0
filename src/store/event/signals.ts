import { SignalConnection } from "./signal-connection.ts";

/** Channel of commits: a transaction with events has committed. */
const COMMITTED = "pda_events_committed";
/** Channel of the log: events have got positions. */
const SEQUENCED = "pda_events_sequenced";
/** Channel of demand: a process waits for events. */
const WANTED = "pda_events_wanted";

/** A process that waits for events says so at each beat of its connection; after this time without a word nobody waits. */
const wantedMs = 12_000;
/** Commits of this time share one notification. */
const togetherMs = 1;
/** How often the log is asked whether a signal was missed, and how often it is asked while no signal is heard at all. */
const pollMs = 1_000;
const deafPollMs = 100;
/** More tenants than this are not named. Names of 200 tenants fit in a notification, which has at most 8000 bytes. */
const TENANTS_NAMED_MAX = 200;

/**
 * Which webhook endpoints may get one of some events: none, only endpoints that workers have leased, or also one that is free, which some
 * worker has to lease.
 */
export type WaitingEndpoints = "none" | "leased" | "free";

/** Events that have got positions. */
export interface SequencedEvents {
  /** The last position that was given. */
  readonly position: bigint;
  /** Tenants that have new events, as in the log (`tenant_id` and `wallet_id`); undefined when any tenant may have some. */
  readonly tenants: ReadonlySet<string> | undefined;
  readonly endpoints: WaitingEndpoints;
}

/** Returns the SQL expression for the text that tells that events after `before`, up to `last`, have got positions. */
export function sequencedText(events: {
  readonly before: string;
  readonly last: string;
  /** An array. */
  readonly tenants: string;
  readonly endpoints: string;
}): string {
  const { before, last, tenants, endpoints } = events;
  const named = `case when cardinality(${tenants}) <= ${TENANTS_NAMED_MAX} then array_to_string(${tenants}, ',') end`;
  return `concat_ws(' ', ${before}, ${last}, ${endpoints}, ${named})`;
}

/** Returns the SQL expression that sends such a text to all processes, at the commit. */
export const sequencedSignal = (text: string): string => `pg_notify('${SEQUENCED}', ${text})`;

const isWaiting = (text: string): text is WaitingEndpoints => ["none", "leased", "free"].includes(text);

export interface EventSignalsOptions {
  readonly url: string;
  readonly onError: (error: Error) => void;
}

/** Events of more positions than this were missed for long, and their tenants are not looked for. */
const POSITIONS_READ_MAX = 5_000;

interface Log {
  readonly last_position: string;
  /** Of the events after the known position; null when nobody knows. */
  readonly tenants: string[] | null;
}

const atFirst = "select last_position, null as tenants from event_log";
const asked = `select last_position, case when last_position - $1 <= ${POSITIONS_READ_MAX} then array(
    select distinct t.id::text from event e cross join lateral (values (e.tenant_id), (e.wallet_id)) t (id)
    where e.position > $1 and e.position <= last_position and t.id is not null limit ${TENANTS_NAMED_MAX + 1}) end as tenants
  from event_log`;

/**
 * Tells processes at once that transactions with events have committed and that events have got positions (LISTEN and NOTIFY of PostgreSQL).
 * Signals are hints, and polling is the guarantee: a signal that is lost delays events and loses none. While nobody waits for events, no
 * commit is signalled, so that events cost a payment nothing.
 */
export class EventSignals implements AsyncDisposable {
  readonly #connection: SignalConnection;
  readonly #onCommitted = new Set<() => void>();
  readonly #onSequenced = new Set<(events: SequencedEvents) => void>();
  #wantedUntil = 0;
  #heardAt = -Infinity;
  #position: bigint | undefined;
  #told = -Infinity;
  #telling: NodeJS.Timeout | undefined;
  #polling: NodeJS.Timeout | undefined;

  constructor({ url, onError }: EventSignalsOptions) {
    this.#connection = new SignalConnection({
      url,
      onError,
      channels: [COMMITTED, SEQUENCED, WANTED],
      heard: (channel, payload) => this.#heard(channel, payload),
      listening: () => this.#listening(),
      beat: () => (this.#onSequenced.size > 0 ? this.#want() : this.#connection.query("select 1")),
    });
  }

  /** Tells that a transaction with events has committed. Costs nothing while nobody waits for events. */
  committed(): void {
    const now = performance.now();
    if (this.#telling || now > this.#wantedUntil) return;
    const waitMs = this.#told + togetherMs - now;
    // A lone commit does not wait, not even for the millisecond that is the shortest of timers.
    if (waitMs <= 0) this.#tellCommitted();
    else this.#telling = setTimeout(() => this.#tellCommitted(), waitMs);
  }

  #tellCommitted(): void {
    this.#telling = undefined;
    this.#told = performance.now();
    void this.#connection.query(`notify ${COMMITTED}`);
  }

  /** Tells this process, which has given events their positions, what its commit tells all. It need not wait for the server to say so. */
  sequenced(signal: string): void {
    if (this.#onSequenced.size > 0) this.#sequenced(signal);
  }

  /** The last position that was told; undefined while nobody follows positions, and before the first one. */
  get position(): bigint | undefined {
    return this.#position;
  }

  /** Calls back when committed events wait for positions. @returns a function that ends the calls */
  onCommitted(callback: () => void): () => void {
    this.#onCommitted.add(callback);
    return () => this.#onCommitted.delete(callback);
  }

  /**
   * Calls back when events have got positions. While callbacks are registered in some process, all processes signal their commits. What was
   * sequenced before the registration is not told.
   *
   * @returns a function that ends the calls
   */
  onSequenced(callback: (events: SequencedEvents) => void): () => void {
    this.#onSequenced.add(callback);
    if (this.#onSequenced.size === 1) {
      void this.#want();
      this.#poll(0);
    }
    return () => {
      this.#onSequenced.delete(callback);
      if (this.#onSequenced.size === 0) this.#stopPolling();
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#telling);
    this.#onSequenced.clear();
    this.#stopPolling();
    await this.#connection[Symbol.asyncDispose]();
  }

  #want(): Promise<unknown> {
    return this.#connection.query(`notify ${WANTED}`);
  }

  /** Signals may have been missed before the connection listened. */
  #listening(): void {
    for (const callback of this.#onCommitted) callback();
    if (this.#onSequenced.size === 0) return;
    void this.#want();
    this.#poll(0);
  }

  #heard(channel: string, payload: string): void {
    this.#heardAt = performance.now();
    if (channel === WANTED) this.#wantedUntil = this.#heardAt + wantedMs;
    else if (channel === COMMITTED) for (const callback of this.#onCommitted) callback();
    else this.#sequenced(payload);
  }

  #sequenced(payload: string): void {
    const [before = "", position = "", kind = "", tenants = ""] = payload.split(" ");
    if (!/^\d+$/.test(before) || !/^\d+$/.test(position)) return;
    // A gap means that a signal was missed, so nobody knows which tenants had events in it.
    const isGap = this.#position !== undefined && BigInt(before) > this.#position;
    const named = tenants === "" || isGap ? undefined : new Set(tenants.split(","));
    this.#tell({
      position: BigInt(position),
      tenants: named,
      endpoints: isGap || !isWaiting(kind) ? "free" : kind,
    });
  }

  #tell(events: SequencedEvents): void {
    if (this.#position !== undefined && events.position <= this.#position) return;
    this.#position = events.position;
    for (const callback of this.#onSequenced) callback(events);
  }

  #poll(waitMs: number): void {
    clearTimeout(this.#polling);
    this.#polling = setTimeout(() => void this.#ask(), waitMs);
  }

  /** Asks the log for its last position. A pooler, for example, passes no signals on. */
  async #ask(): Promise<void> {
    const known = this.#position;
    const [log] =
      (await (known === undefined
        ? this.#connection.query<Log>(atFirst)
        : this.#connection.query<Log>(asked, [known.toString()]))) ?? [];
    if (this.#onSequenced.size === 0) return;
    if (log) {
      const position = BigInt(log.last_position);
      const isNamed = log.tenants !== null && log.tenants.length <= TENANTS_NAMED_MAX;
      this.#tell({ position, tenants: isNamed ? new Set(log.tenants) : undefined, endpoints: "free" });
    }
    const isDeaf = performance.now() - this.#heardAt > wantedMs;
    this.#poll(isDeaf ? deafPollMs : pollMs);
  }

  #stopPolling(): void {
    clearTimeout(this.#polling);
    this.#polling = undefined;
    // Positions are not followed while nobody waits.
    this.#position = undefined;
  }
}
