import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { ApiKeyReader } from "./api-keys.ts";
import { DataKeyReader } from "./data-keys.ts";
import { type DatabaseOptions, openPool, ReadingSession } from "./database.ts";
import { MerchantCertificateReader } from "./merchant/certificates.ts";
import { SigningKeyReader } from "./signing-keys.ts";
import type { Silence } from "./silence.ts";

/** Number of reserved connections, in addition to `poolMax`. */
export const reservedConnections = 2;
/** A database that needs longer to answer counts as unreachable. */
const reachableMs = 3_000;

/**
 * Reserved connections for credential look-ups, signing keys, data keys and health checks. Calls cannot exhaust these connections. Otherwise, many
 * calls of one caller would block the credential checks of all other callers, and the process would look dead.
 */
export class Reserved {
  readonly apiKeys: Pick<ApiKeyReader, "withHash">;
  readonly merchantCertificates: Pick<MerchantCertificateReader, "presented">;
  readonly signingKeys: SigningKeyReader;
  readonly dataKeys: DataKeyReader;
  readonly #pool: Pool;
  #reaching: Promise<boolean> | undefined;

  constructor(options: DatabaseOptions, silence: Silence) {
    this.#pool = openPool({ ...options, poolMax: reservedConnections }, silence);
    const session = new ReadingSession(this.#pool);
    this.apiKeys = new ApiKeyReader(session);
    this.merchantCertificates = new MerchantCertificateReader(session);
    this.signingKeys = new SigningKeyReader(session);
    this.dataKeys = new DataKeyReader(session);
  }

  /** Returns true when the database answers within three seconds. Simultaneous callers share one statement. */
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
