import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import { AssetTypeCache } from "./asset-type/cache.ts";
import { isStalePlan, isTransient, meaningOf } from "./constraints.ts";
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
import { Readers, Transaction } from "./repositories.ts";
import { Reserved } from "./reserved.ts";
import { TurnSession } from "./turn-session.ts";
import { Turns } from "./turns.ts";

export type { Readers, Transaction };

const attemptsMax = 5;

/** How a transaction is run. */
export interface TransactOptions {
  /** Runs at most, when contention fails it; 5 unless given. */
  readonly attempts?: number;
  /** Longest wait for one lock; the statement timeout unless given. */
  readonly lockTimeoutMs?: number;
  /** Whose turn it waits for; it waits for none unless given. */
  readonly owner?: string;
}

/** Connections that no turn is about: what is gathered from many callers, and what the process does itself, goes by them. */
const connectionsApart = 3;
/** Owners whose readers are kept. */
const ownersMax = 1_000;

/** What a call does with the store. */
export type StoreOfOwner = Pick<Store, "read" | "transact">;

/** The store: readers on the pool, and transactions that hand out writers. */
export class Store implements AsyncDisposable {
  readonly read: Readers;
  readonly reserved: Reserved;
  readonly #pool: Pool;
  readonly #assetTypes = new AssetTypeCache();
  // Two, because what is in a transaction may also read beside it.
  readonly #readTurns: Turns;
  readonly #writeTurns: Turns;
  readonly #owners = new LRUCache<string, StoreOfOwner>({ max: ownersMax });

  constructor(options: DatabaseOptions) {
    const silence = silenceOf(options);
    this.#pool = openPool(options, silence);
    this.reserved = new Reserved(options, silence);
    this.read = new Readers(new ReadingSession(this.#pool), this.#assetTypes);
    const places = Math.max(1, options.poolMax - connectionsApart);
    const turns = { places, share: Math.ceil(places / 2), waitingMax: 512, waitMs: connectionWaitMs };
    this.#readTurns = new Turns(turns);
    this.#writeTurns = new Turns(turns);
  }

  /** The store as one of those uses it who share its connections: slow queries of one leave connections for the others. */
  of(owner: string): StoreOfOwner {
    const known = this.#owners.get(owner);
    if (known) return known;
    const made: StoreOfOwner = {
      read: new Readers(new TurnSession(this.#pool, this.#readTurns, owner), this.#assetTypes),
      transact: (work, options) => this.transact(work, { ...options, owner }),
    };
    this.#owners.set(owner, made);
    return made;
  }

  /**
   * Runs `work` in one transaction and commits it. On serialisation failures, deadlocks and plans that a migration made stale the
   * whole closure runs again, so it must have no effect of its own outside `tx`.
   *
   * @throws what `work` throws, constraint violations translated (see constraints.ts); nothing is changed then
   */
  async transact<T>(work: (tx: Transaction) => Promise<T>, options: TransactOptions = {}): Promise<T> {
    const { attempts = attemptsMax, lockTimeoutMs, owner } = options;
    const begin = lockTimeoutMs === undefined ? "begin" : `begin; set local lock_timeout = ${lockTimeoutMs}`;
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
   * Runs `work` with readers that all see the database as it was at one moment, for as long as it takes: a transaction that can only
   * read. It holds no writer back, but keeps the server from cleaning up behind it, so it should not last for hours.
   */
  async snapshot<T>(work: (read: Readers) => Promise<T>): Promise<T> {
    // The name is that by which oldest_open_transaction() knows that it will not write.
    const begin =
      "begin isolation level repeatable read read only; set local application_name = 'pda-reading'; set local statement_timeout = 0";
    return refusing(this.#within(begin, (session) => work(new Readers(session, this.#assetTypes))));
  }

  async #once<T>(work: (tx: Transaction) => Promise<T>, begin: string): Promise<T> {
    return this.#within(begin, (session) => work(new Transaction(session, this.#assetTypes)));
  }

  async #within<T>(begin: string, work: (session: TransactionSession) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    // A connection that is lost between two statements says so here; unheard, it would end the process.
    const lost = (error: Error): void => {
      broken = error;
    };
    client.on("error", lost);
    const session = new TransactionSession(client);
    try {
      session.begin(begin);
      const result = await work(session);
      await session.commit();
      return result;
    } catch (error) {
      const cause = session.causeOf(error);
      // With its connection go the stale plans; the next one prepares its statements anew.
      broken ??= isStalePlan(cause) ? (cause as Error) : await session.rollback();
      throw cause;
    } finally {
      client.off("error", lost);
      // A connection that could not roll back is closed, never reused.
      client.release(broken);
    }
  }

  /** True when the database answers within three seconds. */
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
