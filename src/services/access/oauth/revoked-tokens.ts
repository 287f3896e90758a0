import type { Store } from "../../../store/store.ts";

/** Revoked tokens that are kept in memory. */
const KNOWN_MAX = 10_000;

/**
 * Knows which access tokens were revoked, through whichever core. It reads all of them at once, when they are needed and the last reading is
 * not recent, so that a call costs no question of its own. Nothing counts while they cannot be read. A client can revoke its tokens as fast
 * as it gets them. So when too many are revoked to be read each time, each token is asked about by itself.
 */
export class RevokedTokens {
  readonly #store: Pick<Store, "reserved">;
  readonly #ttlMs: number;
  /** Undefined while too many are revoked. */
  #known: ReadonlySet<string> | undefined = undefined;
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
    return this.#known?.has(tokenId) ?? this.#store.reserved.revokedAccessTokens.has(tokenId);
  }

  /** Reads the revoked tokens before the next answer, because this core has just revoked one. */
  readAgain(): void {
    this.#readAt = -Infinity;
  }

  async #read(): Promise<void> {
    const start = performance.now();
    const read = await this.#store.reserved.revokedAccessTokens.list(KNOWN_MAX + 1);
    this.#known = read.length > KNOWN_MAX ? undefined : new Set(read);
    this.#readAt = start;
  }
}
