// Clients that do all that is sealed in the database: devices under a hosted CA, tags, changes of owners, and repeats of answers that hold
// a secret, also of answers from long before.
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { newKeyPair, signingRequest } from "../../../src/cli/demo/keys.ts";
import { newId } from "../../../src/domain/identifier/identifier.ts";
import { Tag } from "../../support/chips.ts";
import { keyThumbprint, signStatement } from "../../support/holder-signatures.ts";
import type { Product } from "../../support/product.ts";
import { ask } from "./http.ts";
import { authorise, createPayment, type Holder, holder, merchant, publisher, requestOf } from "./scene.ts";

/** Between two requests: a rotation mostly waits, and other tests need the processor meanwhile. */
const PAUSE_MS = 60;

/** A request that was answered with a secret. */
interface Kept {
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  readonly secret: string;
}

/** Runs rounds of such requests, one after the other, until it is stopped. */
export class SealingLoad {
  /** Rounds that are done. */
  rounds = 0;
  /** What went wrong, in words. */
  readonly failures: string[] = [];
  readonly #product: Product;
  readonly #stop = new AbortController();
  readonly #kept: Kept[] = [];
  readonly #tags: { assetId: string; tag: Tag }[] = [];
  readonly #running: Promise<void>;

  constructor(product: Product) {
    this.#product = product;
    this.#running = this.#run().catch((error: unknown) => {
      this.failures.push((error as Error).stack ?? String(error));
    });
  }

  /** Waits for so many further rounds. @throws Error when something went wrong or they do not come within two minutes */
  async more(count: number): Promise<void> {
    const wanted = this.rounds + count;
    const end = Date.now() + 120_000;
    while (this.rounds < wanted) {
      if (this.failures.length > 0 || Date.now() > end)
        throw new Error(`no further rounds: ${this.failures.join("; ") || "not within two minutes"}`);
      await sleep(50);
    }
  }

  /** Stops after the present round. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const product = this.#product;
    const issuer = await publisher(product);
    const shop = await merchant(product, issuer);
    const [ann, ben] = [await holder(product, issuer, "1000000"), await holder(product, issuer)];
    while (!this.#stop.signal.aborted) {
      const { paymentId } = await createPayment(shop, issuer, "1");
      await authorise(product, ann, await requestOf(product, shop, ann, paymentId));
      const base = `/publishers/${issuer.publisherId}/assets`;
      const assetId = await this.#asset(base, issuer.network);
      await this.#post(`${base}/${assetId}/devices`, {
        serialNumber: randomBytes(7).toString("hex").toUpperCase(),
        certificateSigningRequest: await signingRequest(await newKeyPair(), "chip"),
      });
      await this.#tag(base, await this.#asset(base, issuer.network));
      await this.#post(`${base}/${assetId}/owner`, { walletId: ann.walletId });
      await this.#transfer(assetId, ann, ben);
      await this.#secret(`/merchants/${shop.merchantId}/api-keys`);
      this.rounds += 1;
    }
  }

  async #asset(base: string, network: string): Promise<string> {
    const assetProfile = { kind: "good", name: "Watch" };
    const { assetIdentifier } = await this.#post(base, { assetProfile, supportedNetworks: [network] });
    await this.#post(`${base}/${assetIdentifier}/activate`, {});
    return assetIdentifier;
  }

  /** Binds a tag, taps it, and taps one that was bound some time ago. */
  async #tag(base: string, assetId: string): Promise<void> {
    const tag = new Tag();
    await this.#post(`${base}/${assetId}/devices`, { serialNumber: tag.uid, ntag424: tag.keys });
    this.#tags.push({ assetId, tag });
    for (const tapped of [this.#tags.at(-1), this.#tags[0]]) {
      const sunMessage = tapped?.tag.tap();
      const { trusted } = await this.#post("/verification/authenticity", {
        assetId: tapped?.assetId,
        proof: { sunMessage },
      });
      if (trusted !== true) throw new Error("a tag was not trusted");
    }
  }

  async #transfer(assetId: string, from: Holder, to: Holder): Promise<void> {
    const aud = this.#product.baseUrl;
    const owned = (await this.#get(`/wallets/${from.walletId}/assets?pageSize=200`)).items.find(
      (one: { asset: { assetIdentifier: string } }) => one.asset.assetIdentifier === assetId,
    );
    const offer = await signStatement(from.keys, "pda-transfer+jws", {
      aud,
      transferId: newId("transfer"),
      assetId,
      seq: owned.sequence + 1,
      prevEntryHash: owned.entryHash,
      toKey: await keyThumbprint(to.keys),
    });
    const { transferId, offerHash } = await this.#post(`/wallets/${from.walletId}/transfers`, { offer });
    const acceptance = await signStatement(to.keys, "pda-transfer+jws", {
      aud,
      transferId,
      offerHash,
      newOwnerKey: await keyThumbprint(to.keys),
    });
    await this.#post(`/wallets/${to.walletId}/transfers/${transferId}/accept`, { acceptance });
  }

  /** Creates an API key, and repeats this request and the first one of all. Each gets the secret that it got first. */
  async #secret(path: string): Promise<void> {
    const [key, body] = [randomUUID(), { name: "till", scopes: ["payments.read"] }];
    const { secret } = await this.#post(path, body, key);
    this.#kept.push({ path, body, key, secret });
    for (const kept of [this.#kept.at(-1), this.#kept[0]] as Kept[]) {
      const again = await this.#post(kept.path, kept.body, kept.key);
      if (again.secret !== kept.secret) throw new Error("a repeat got another answer");
    }
  }

  #post(path: string, body: unknown, key: string = randomUUID()) {
    return this.#data(path, { body, headers: { "Idempotency-Key": key } });
  }
  #get(path: string) {
    return this.#data(path, {});
  }
  async #data(path: string, sent: object) {
    await sleep(PAUSE_MS);
    const { status, json } = await ask(this.#product, `/api/v1${path}`, {
      key: this.#product.operatorKey,
      ...sent,
    });
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
    return json.data;
  }
}
