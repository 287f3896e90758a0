import { LRUCache } from "lru-cache";
import type { Logger } from "../../logger.ts";
import type { Store } from "../../store/store.ts";

const keysMax = 10_000;
/** A key in constant use is recorded once in this time. */
const recordedMs = 60_000;
const pauseMs = 5_000;

/**
 * Records when API keys were last used, to about a minute. Checking a credential only notes the key in memory; a timer writes all noted
 * keys together, outside the calls.
 */
export class KeyUse implements AsyncDisposable {
  readonly #store: Store;
  readonly #log: Logger;
  readonly #recent = new LRUCache<string, true>({ max: keysMax, ttl: recordedMs });
  readonly #noted = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #recording: Promise<void> = Promise.resolve();

  constructor({ store, log }: { readonly store: Store; readonly log: Logger }) {
    this.#store = store;
    this.#log = log;
    this.#timer = setInterval(() => void this.record(), pauseMs).unref();
  }

  /** Notes that a key was presented and accepted. */
  note(apiKeyId: string): void {
    if (this.#recent.has(apiKeyId)) return;
    this.#recent.set(apiKeyId, true);
    this.#noted.add(apiKeyId);
  }

  /** Records the noted keys. A key that could not be recorded is noted again at its next use. */
  record(): Promise<void> {
    this.#recording = this.#recording.then(() => this.#recordNoted());
    return this.#recording;
  }

  async #recordNoted(): Promise<void> {
    if (this.#noted.size === 0) return;
    const keys = [...this.#noted];
    this.#noted.clear();
    try {
      await this.#store.transact((tx) => tx.apiKeys.touch(keys));
    } catch (error) {
      for (const key of keys) this.#recent.delete(key);
      this.#log.warn({ err: error, keys: keys.length }, "the use of API keys was not recorded");
    }
  }

  /** Records the keys that are still noted. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.record();
  }
}
