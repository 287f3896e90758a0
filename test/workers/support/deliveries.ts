// A database with webhook endpoints, events for them, and workers that deliver.
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import type { EventType } from "../../../src/domain/event/event.ts";
import { newId, uuidOf } from "../../../src/domain/identifier/identifier.ts";
import type { ReceiverRules } from "../../../src/domain/webhook/address.ts";
import type { WebhookSettings } from "../../../src/domain/webhook/webhook.ts";
import { type Credential, createRoot } from "../../../src/pki/authority.ts";
import { KeyRing } from "../../../src/rpc/key-ring.ts";
import { Sealer } from "../../../src/rpc/seal.ts";
import { SigningKeys } from "../../../src/services/signing/signing-keys.ts";
import {
  type GivenAuthentication,
  storeAuthentication,
} from "../../../src/services/webhook/authentication.ts";
import { storeSecret } from "../../../src/services/webhook/secrets.ts";
import { EventSignals } from "../../../src/store/event/signals.ts";
import { Store } from "../../../src/store/store.ts";
import { startDelivery } from "../../../src/workers/delivery/index.ts";
import type { Loop } from "../../../src/workers/loop.ts";
import { recordingLog } from "../../chain/support/log.ts";
import { merchant } from "../../support/fixtures.ts";
import { type TestDatabase, testDatabase } from "../../support/postgres.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const patienceMs = 30_000;

export interface CreatedEndpoint {
  readonly webhookId: string;
  readonly merchantId: string;
  readonly secret: string;
}

/** Business time moves only forward, as in a sandbox. */
export class Deliveries implements AsyncDisposable {
  readonly store: Store;
  readonly signals: EventSignals;
  /** How many workers ask to be told of events with positions. */
  subscribed = 0;
  readonly sealer: Sealer;
  readonly signingKeys: SigningKeys;
  readonly dataKey: Buffer;
  readonly sql: pg.Client;
  readonly root: Credential;
  readonly #folder = temporaryDirectory();
  readonly #database: TestDatabase;
  readonly #workers = new Set<Loop>();
  readonly #told = new Set<Parameters<EventSignals["onSequenced"]>[0]>();
  /** Addresses of the host names of receivers. */
  resolve = async (_name: string): Promise<string[]> => ["127.0.0.1"];
  rules: ReceiverRules = {
    loopback: true,
    ports: [{ from: 1, to: 65_535 }],
    allowedNetworks: [],
    refusedNetworks: [],
  };

  private constructor(database: TestDatabase, sql: pg.Client, root: Credential, dataKey = randomBytes(32)) {
    this.#database = database;
    this.sql = sql;
    this.root = root;
    this.dataKey = dataKey;
    this.sealer = new Sealer(KeyRing.derivedFrom(dataKey));
    this.signals = new EventSignals({ url: database.url, onError: () => undefined });
    this.store = new Store({ url: database.url, poolMax: 10, statementTimeoutMs: 30_000 });
    this.signingKeys = new SigningKeys({ store: this.store, sealer: this.sealer });
    writeFileSync(this.caFile, root.cert);
  }

  static async start(): Promise<Deliveries> {
    const database = await testDatabase();
    const sql = new pg.Client({ connectionString: database.url });
    await sql.connect();
    const deliveries = new Deliveries(database, sql, await createRoot("receivers", 1));
    await deliveries.signingKeys.load();
    return deliveries;
  }

  get url(): string {
    return this.#database.url;
  }

  get folder(): string {
    return this.#folder.path;
  }

  get caFile(): string {
    return join(this.#folder.path, "ca.pem");
  }

  /** Starts a worker's deliveries. */
  worker({ pollMs = 10 }: { pollMs?: number } = {}): Loop {
    const worker = startDelivery({
      store: this.store,
      signals: { onSequenced: (callback) => this.#subscribe(callback) },
      sealer: this.sealer,
      signingKeys: this.signingKeys,
      publicUrl: "https://pda.example",
      rules: this.rules,
      caFile: this.caFile,
      pollMs,
      log: recordingLog().log,
      resolve: (name) => this.resolve(name),
    });
    this.#workers.add(worker);
    return worker;
  }

  /** Creates an endpoint of a new merchant, or of a wallet, verified unless asked otherwise. */
  async endpoint(
    settings: Partial<WebhookSettings> & Pick<WebhookSettings, "url">,
    {
      verified = true,
      merchantId,
      walletId,
      authentication,
    }: {
      verified?: boolean;
      merchantId?: string;
      walletId?: string;
      authentication?: GivenAuthentication;
    } = {},
  ): Promise<CreatedEndpoint> {
    const owner = merchantId ?? (await merchant(this.store));
    const webhookId = newId("webhook");
    const secret = `whsec_${randomBytes(32).toString("base64")}`;
    await this.store.transact(async (tx) => {
      await tx.webhooks.insert(webhookId, walletId === undefined ? { merchantId: owner } : { walletId }, {
        description: "",
        eventTypes: ["payment.completed", "webhook.disabled"],
        thin: false,
        ordered: false,
        concurrency: 10,
        publicKeySignature: false,
        httpSignature: false,
        ...settings,
      });
      await storeSecret(tx, this.sealer, webhookId, secret);
      if (authentication) await storeAuthentication(tx, this, webhookId, authentication);
      if (verified) await tx.webhooks.enable(webhookId);
    });
    return { webhookId, merchantId: owner, secret };
  }

  /** Records events of a merchant and gives them their positions. */
  async happen(merchantId: string, count: number, type: EventType = "payment.completed"): Promise<void> {
    const data = EventData.encode({
      subject: { $case: "webhookVerification", value: { webhookId: "", challenge: "x".repeat(300) } },
    }).finish();
    const event = { type, subject: newId("payment"), tenant: { merchantId }, occurredAt: new Date(), data };
    await this.store.transact((tx) => tx.outbox.append(Array.from({ length: count }, () => event)));
    await this.sequence();
  }

  /** Gives events their positions, until none waits. */
  async sequence(): Promise<void> {
    while ((await this.store.sequencer.advance(500)).count > 0);
  }

  /** Moves business time forward. */
  async pass(seconds: number): Promise<void> {
    await this.sql.query(
      "update business_clock set offset_seconds = offset_seconds + $1, advanced_at = now()",
      [seconds],
    );
  }

  /** Returns the columns of an endpoint and its cursor. */
  async stateOf({ webhookId }: CreatedEndpoint): Promise<Record<string, unknown>> {
    const { rows } = await this.sql.query(
      `select w.status, w.disabled_reason, w.verify_at, c.*, (select count(*)::int from webhook_retry r where r.webhook_id = w.webhook_id) as retries
       from webhook w left join webhook_cursor c using (webhook_id) where w.webhook_id = $1`,
      [uuidOf("webhook", webhookId)],
    );
    return rows[0] as Record<string, unknown>;
  }

  /** Returns the attempts for an endpoint, oldest first. */
  async attemptsOf({ webhookId }: CreatedEndpoint): Promise<
    {
      event_id: string;
      attempt: number;
      status: number | null;
      error: string | null;
      tls_error: string | null;
      next_at: Date | null;
      sequence: string;
    }[]
  > {
    const { rows } = await this.sql.query(
      "select event_id, attempt, status, error, tls_error, next_at, sequence from webhook_delivery where webhook_id = $1 order by created_at, delivery_id",
      [uuidOf("webhook", webhookId)],
    );
    return rows;
  }

  #subscribe(callback: Parameters<EventSignals["onSequenced"]>[0]): () => void {
    const stop = this.signals.onSequenced(callback);
    this.subscribed += 1;
    this.#told.add(callback);
    return () => {
      this.#told.delete(callback);
      this.subscribed -= 1;
      stop();
    };
  }

  /** Tells the workers that some endpoint may have events. */
  signal(): void {
    for (const callback of this.#told) callback({ position: 0n, tenants: undefined, endpoints: "free" });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.close()));
    await this.signals[Symbol.asyncDispose]();
    await this.sql.end();
    await this.store[Symbol.asyncDispose]();
    await this.#database.close();
    this.#folder[Symbol.dispose]();
  }
}

/** Waits until something holds. @throws Error if that does not happen in time */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(10)) if (await holds()) return;
  throw new Error(`this did not happen in time: ${what}`);
}
