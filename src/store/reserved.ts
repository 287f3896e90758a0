import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import type { RequestSigning } from "../domain/access/request-signing.ts";
import { AccessCertificateReader } from "./access-certificates.ts";
import { ApiKeyReader } from "./api-keys.ts";
import { DataKeyReader } from "./data-keys.ts";
import { CredentialFailures } from "./credential-failures.ts";
import { type DatabaseOptions, openPool, ReadingSession } from "./database.ts";
import { MerchantReader } from "./merchant/merchants.ts";
import { ProcessReports } from "./processes.ts";
import { PublicKeyReader } from "./public-keys.ts";
import { PublisherReader } from "./publisher/publishers.ts";
import { QuotaBuckets } from "./quota-buckets.ts";
import { SigningKeyReader } from "./signing-keys.ts";
import type { Silence } from "./silence.ts";
import { RevokedAccessTokens } from "./revoked-access-tokens.ts";
import { SpentNonceWriter } from "./spent-nonces.ts";
import { WalletReader } from "./wallet/wallets.ts";

/** Number of reserved connections, in addition to `poolMax`. */
export const reservedConnections = 2;
/** A database that needs longer to answer counts as unreachable. */
const reachableMs = 3_000;

/**
 * Reserved connections for the checks of credentials, quotas, signing keys, data keys, reports of processes and health checks. Calls cannot exhaust these connections. Otherwise, many
 * calls of one caller would block the credential checks of all other callers, and the process would look dead.
 */
export class Reserved {
  readonly accessCertificates: Pick<AccessCertificateReader, "presented" | "find">;
  readonly apiKeys: Pick<ApiKeyReader, "withHash" | "find">;
  readonly credentialFailures: CredentialFailures;
  readonly processes: ProcessReports;
  readonly publicKeys: Pick<PublicKeyReader, "find">;
  readonly quotaBuckets: QuotaBuckets;
  readonly revokedAccessTokens: Pick<RevokedAccessTokens, "list" | "has">;
  readonly signingKeys: SigningKeyReader;
  readonly dataKeys: DataKeyReader;
  readonly spentNonces: Pick<SpentNonceWriter, "spend" | "isSpent">;
  readonly wallets: Pick<WalletReader, "getByThumbprint">;
  readonly #merchants: MerchantReader;
  readonly #publishers: PublisherReader;
  readonly #pool: Pool;
  #reaching: Promise<boolean> | undefined;

  constructor(options: DatabaseOptions, silence: Silence) {
    this.#pool = openPool({ ...options, poolMax: reservedConnections }, silence);
    const session = new ReadingSession(this.#pool);
    this.accessCertificates = new AccessCertificateReader(session);
    this.apiKeys = new ApiKeyReader(session);
    this.credentialFailures = new CredentialFailures(session);
    this.processes = new ProcessReports(session);
    this.publicKeys = new PublicKeyReader(session);
    this.quotaBuckets = new QuotaBuckets(session);
    this.revokedAccessTokens = new RevokedAccessTokens(session);
    this.signingKeys = new SigningKeyReader(session);
    this.dataKeys = new DataKeyReader(session);
    this.spentNonces = new SpentNonceWriter(session);
    this.wallets = new WalletReader(session);
    this.#merchants = new MerchantReader(session);
    this.#publishers = new PublisherReader(session);
  }

  /** Returns the requests that a merchant (`mer_…`) or a publisher (`pub_…`) wants signed; undefined when it does not exist. */
  async signingOf(tenantId: string): Promise<RequestSigning | undefined> {
    if (tenantId.startsWith("mer_")) return (await this.#merchants.get(tenantId))?.requestSigning;
    return (await this.#publishers.get(tenantId)) && "optional";
  }

  /** Returns true when the database answers within three seconds that it accepts writes. Simultaneous callers share one statement. */
  async isReachable(): Promise<boolean> {
    this.#reaching ??= this.#isWritable()
      .catch(() => false)
      .finally(() => {
        this.#reaching = undefined;
      });
    return Promise.race([this.#reaching, sleep(reachableMs, false, { ref: false })]);
  }

  /** A connection to a server that accepts no writes leaves the pool, because after a failover a new one leads to another server. */
  async #isWritable(): Promise<boolean> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    const lost = (error: Error): void => {
      broken = error;
    };
    client.on("error", lost);
    try {
      // It is also `on` while a server is in recovery.
      const { rows } = await client.query<{ readonly writable: boolean }>(
        "select current_setting('transaction_read_only') = 'off' as writable",
      );
      if (rows[0]?.writable !== true) broken = new Error("the database accepts no writes");
      return broken === undefined;
    } catch (error) {
      broken = error as Error;
      return false;
    } finally {
      client.off("error", lost);
      client.release(broken);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
