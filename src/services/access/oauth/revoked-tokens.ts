import type { Store } from "../../../store/store.ts";

/**
 * Knows which access tokens were revoked, through whichever core. It reads all of them at once, when they are needed and the last reading is
 * not recent, so that a call costs no question of its own. Nothing counts while they cannot be read.
 */
export class RevokedTokens {
  readonly #store: Pick<Store, "reserved">;
  readonly #ttlMs: number;
  #known: ReadonlySet<string> = new Set();
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  /** @param ttlMs how long a reading counts; 0 reads each time */
  constructor(store: Pick<Store, "reserved">, ttlMs = 1_000) {
    this.#store = store;
    this.#ttlMs = ttlMs;
  }

  /** Tells whether a token was revoked, by its `jti`. A revocation by another core takes effect within the time of a reading. */
  async has(tokenId: string): Promise<boolean> {
    if (performance.now() - this.#readAt >= this.#ttlMs) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    return this.#known.has(tokenId);
  }

  /** Reads the revoked tokens before the next answer, because this core has just revoked one. */
  readAgain(): void {
    this.#readAt = -Infinity;
  }

  async #read(): Promise<void> {
    const start = performance.now();
    this.#known = new Set(await this.#store.reserved.revokedAccessTokens.list());
    this.#readAt = start;
  }
}
