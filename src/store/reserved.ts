import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { ApiKeyReader } from "./api-keys.ts";
import { type DatabaseOptions, openPool, ReadingSession } from "./database.ts";
import { SigningKeyReader } from "./signing-keys.ts";
import type { Silence } from "./silence.ts";

/** Connections beside those of `poolMax`. */
export const reservedConnections = 2;
/** A database that takes longer to answer counts as away. */
const reachableMs = 3_000;

/**
 * Connections for credential look-ups, signing keys and health. Calls cannot use them up: otherwise the many calls of one caller would
 * leave the credentials of all others unchecked, and the process would look dead.
 */
export class Reserved {
  readonly apiKeys: Pick<ApiKeyReader, "withHash">;
  readonly signingKeys: SigningKeyReader;
  readonly #pool: Pool;
  #reaching: Promise<boolean> | undefined;

  constructor(options: DatabaseOptions, silence: Silence) {
    this.#pool = openPool({ ...options, poolMax: reservedConnections }, silence);
    const session = new ReadingSession(this.#pool);
    this.apiKeys = new ApiKeyReader(session);
    this.signingKeys = new SigningKeyReader(session);
  }

  /** True when the database answers within three seconds. Callers that ask at the same time share one statement. */
  async isReachable(): Promise<boolean> {
    this.#reaching ??= this.#pool
      .query("select 1")
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.#reaching = undefined;
      });
    return Promise.race([this.#reaching, sleep(reachableMs, false, { ref: false })]);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
