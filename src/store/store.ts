import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import { type SpanStart, tracer } from "../telemetry/tracer.ts";
import { AssetTypeCache } from "./asset-type/cache.ts";
import { isReadOnly, isStalePlan, isTransient, meaningOf } from "./constraints.ts";
import {
  connectionWaitMs,
  type DatabaseOptions,
  openPool,
  ReadingSession,
  refusing,
  silenceOf,
  stalePlansMax,
  TransactionSession,
} from "./database.ts";
import type { EventSequencer } from "./event/log.ts";
import { Readers, Transaction } from "./repositories.ts";
import { Reserved } from "./reserved.ts";
import { TurnSession } from "./turn-session.ts";
import { Turns } from "./turns.ts";

export type { Readers, Transaction };

const attemptsMax = 5;
const transactionSpan: SpanStart = {
  name: "transaction",
  kind: "client",
  attributes: { "db.system.name": "postgresql" },
};

/** Options of a transaction. */
export interface TransactOptions {
  /** Maximum number of runs when contention fails the transaction; 5 by default. */
  readonly attempts?: number;
  /** Longest wait for one lock; the statement timeout by default. */
  readonly lockTimeoutMs?: number;
  /** The owner whose turn the transaction waits for. Omit to wait for no turn. */
  readonly owner?: string;
}

/** Connections that are not shared by turns. Calls gathered from many callers and the process's own work use these connections. */
const connectionsApart = 3;
/** Number of owners whose readers stay in memory. */
const ownersMax = 1_000;

// By this application name, oldest_open_transaction() knows that the transaction will not write.
const beginSnapshot = [
  "begin isolation level repeatable read read only",
  "set local application_name = 'pda-reading'",
];

/** The part of the store that a call uses. Its snapshots have the statement timeout. */
export type StoreOfOwner = Pick<Store, "read" | "transact" | "snapshot">;

/** The store: readers on the pool, and transactions that give access to writers. */
export class Store implements AsyncDisposable {
  readonly read: Readers;
  readonly reserved: Reserved;
  /** Gives events their positions, in a transaction that takes a single round trip. */
  readonly sequencer: Pick<EventSequencer, "advance"> = {
    advance: async (limit) => {
      const { moved } = await this.transact(async (tx) => {
        const answer = tx.eventSequencer.advance(limit);
        // The commit goes with the statements, and reports their failure.
        answer.catch(() => undefined);
        return { moved: answer };
      });
      return moved;
    },
  };
  readonly #pool: Pool;
  readonly #poolMax: number;
  readonly #assetTypes = new AssetTypeCache();
  // Reads have their own turns, because a caller inside a transaction may also read outside it.
  readonly #readTurns: Turns;
  readonly #writeTurns: Turns;
  readonly #onEvents: (() => void) | undefined;
  readonly #owners = new LRUCache<string, StoreOfOwner>({ max: ownersMax });

  constructor(options: DatabaseOptions) {
    const silence = silenceOf(options);
    this.#onEvents = options.onEvents;
    this.#pool = openPool(options, silence);
    this.#poolMax = options.poolMax;
    this.reserved = new Reserved(options, silence);
    const session = new ReadingSession(this.#pool);
    this.read = new Readers(session, this.#assetTypes);
    const places = Math.max(1, options.poolMax - connectionsApart);
    const turns = { places, share: Math.ceil(places / 2), waitingMax: 512, waitMs: connectionWaitMs };
    this.#readTurns = new Turns(turns);
    this.#writeTurns = new Turns(turns);
  }

  /** Counts the connections of the pool, and the work that waits for a connection or for the turn of its owner. */
  connections(): { open: number; idle: number; waiting: number; max: number } {
    const { totalCount: open, idleCount: idle, waitingCount } = this.#pool;
    return {
      open,
      idle,
      waiting: waitingCount + this.#readTurns.waiting + this.#writeTurns.waiting,
      max: this.#poolMax,
    };
  }

  /** Returns the store for one of the owners that share the connections. Slow queries of one owner leave connections for the others. */
  of(owner: string): StoreOfOwner {
    const known = this.#owners.get(owner);
    if (known) return known;
    const made: StoreOfOwner = {
      read: new Readers(new TurnSession(this.#pool, this.#readTurns, owner), this.#assetTypes),
      transact: (work, options) => this.transact(work, { ...options, owner }),
      snapshot: (work) => this.#readTurns.within(owner, () => this.#snapshot(beginSnapshot, work)),
    };
    this.#owners.set(owner, made);
    return made;
  }

  /**
   * Runs `work` in one transaction and commits it. After a serialisation failure, a deadlock or a plan that a migration made stale,
   * `work` runs again. `work` must therefore have no effect outside `tx`.
   *
   * @throws errors of `work`, with constraint violations translated (see constraints.ts); the transaction is then rolled back
   */
  transact<T>(work: (tx: Transaction) => Promise<T>, options: TransactOptions = {}): Promise<T> {
    const spans = tracer?.current();
    if (!tracer || !spans) return this.#transact(work, options);
    return tracer.inChildren(spans, transactionSpan, () => this.#transact(work, options));
  }

  async #transact<T>(work: (tx: Transaction) => Promise<T>, options: TransactOptions): Promise<T> {
    const { attempts = attemptsMax, lockTimeoutMs, owner } = options;
    const begin =
      lockTimeoutMs === undefined ? ["begin"] : ["begin", `set local lock_timeout = ${lockTimeoutMs}`];
    for (let attempt = 1, stale = 0; ; attempt++) {
      try {
        const once = (): Promise<T> => this.#once(work, begin);
        return await (owner === undefined ? once() : this.#writeTurns.within(owner, once));
      } catch (error) {
        if (isStalePlan(error) && ++stale <= stalePlansMax) attempt--;
        else if (!isTransient(error) || attempt >= attempts) throw meaningOf(error);
        await sleep(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  /**
   * Runs `work` with readers that all see one snapshot, in a read-only transaction without a statement timeout. The transaction blocks no
   * writer. It should not last for hours, because the server cannot vacuum newer dead rows until the transaction ends.
   */
  snapshot<T>(work: (read: Readers) => Promise<T>): Promise<T> {
    return this.#snapshot([...beginSnapshot, "set local statement_timeout = 0"], work);
  }

  #snapshot<T>(begin: readonly string[], work: (read: Readers) => Promise<T>): Promise<T> {
    return refusing(this.#within(begin, (session) => work(new Readers(session, this.#assetTypes))));
  }

  async #once<T>(work: (tx: Transaction) => Promise<T>, begin: readonly string[]): Promise<T> {
    return this.#within(begin, (session) => work(new Transaction(session, this.#assetTypes)));
  }

  async #within<T>(begin: readonly string[], work: (session: TransactionSession) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    // A connection that is lost between two statements emits an error event. Without a listener, the event would end the process.
    const lost = (error: Error): void => {
      broken = error;
    };
    client.on("error", lost);
    const session = new TransactionSession(client);
    try {
      session.begin(begin);
      const result = await work(session);
      await session.commit();
      if (session.hasEvents) this.#onEvents?.();
      return result;
    } catch (error) {
      const cause = session.causeOf(error);
      // Closing the connection drops its stale plans, and leaves a server that accepts no writes any more. A new one has neither.
      const isUseless = isStalePlan(cause) || isReadOnly(cause);
      broken ??= isUseless ? (cause as Error) : await session.rollback();
      throw cause;
    } finally {
      client.off("error", lost);
      // A connection that could not roll back is closed, never reused.
      client.release(broken);
    }
  }

  /** Returns true when the database answers within three seconds that it accepts writes. */
  isReachable(): Promise<boolean> {
    return this.reserved.isReachable();
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.reserved.close()]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
