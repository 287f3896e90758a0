// Webhook endpoints as resources: who may have them, where they may lead, what their owner can change.
import { createPublicKey } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import {
  type CreatedWebhook,
  WebhookDisabledReason,
  WebhookStatus,
} from "../../gen/ts/pda/event/v1/webhook.ts";
import type {
  CreateWebhookResponse,
  DeleteWebhookResponse,
  GetWebhookKeysResponse,
  GetWebhookResponse,
  ListWebhooksResponse,
  RotateWebhookSecretResponse,
  UpdateWebhookResponse,
} from "../../gen/ts/pda/event/v1/webhook_service.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { rotateSigningKey, SigningKeys } from "../../src/services/signing/signing-keys.ts";
import { getVerificationKeys } from "../../src/services/verification/get-verification-keys.ts";
import { webhookService } from "../../src/services/webhook/index.ts";
import { webhookSecretContext } from "../../src/services/webhook/secrets.ts";
import { merchant, publisher } from "../support/fixtures.ts";
import { asMerchant, operator, ServiceHarness } from "../support/service.ts";
import { webhookPolicy } from "./support/webhooks.ts";

const eventTypes = ["payment.completed", "payment.failed", "refund.completed"];
const wanted = { url: "https://shop.example/hooks", eventTypes: ["refund.completed", "payment.completed"] };

describe("webhook endpoints", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let signingKeys: SigningKeys;
  let merchantId: string;
  let database: pg.Client;

  before(async () => {
    harness = await ServiceHarness.start((store, sealer) => {
      signingKeys = new SigningKeys({ store, sealer });
      return webhookService({
        eventTypes,
        sealer,
        signingKeys,
        webhooks: { ...webhookPolicy, endpointsMax: 3 },
      });
    });
    await signingKeys.load();
    database = new pg.Client({ connectionString: harness.url });
    await database.connect();
  });
  beforeEach(async () => {
    merchantId = await merchant(harness.store);
  });
  after(async () => {
    await database.end();
    await harness[Symbol.asyncDispose]();
  });

  const query = async <R extends object>(text: string): Promise<R[]> => (await database.query<R>(text)).rows;

  const create = async (request: object = {}, owner = merchantId): Promise<CreatedWebhook> => {
    const { createdWebhook } = await harness.call<CreateWebhookResponse>(
      "CreateWebhook",
      { ...wanted, ...request },
      { as: asMerchant(owner) },
    );
    return createdWebhook as CreatedWebhook;
  };
  const call = async <Response>(method: string, request: object): Promise<Response> =>
    harness.call<Response>(method, request, { as: asMerchant(merchantId) });
  const failure = (method: string, request: object, owner = merchantId): Promise<Failure> =>
    harness.failure(method, request, { as: asMerchant(owner) });
  const idOf = async (): Promise<string> => (await create()).webhook?.webhookId as string;
  const verified = async (): Promise<string> => {
    const webhookId = await idOf();
    await harness.store.transact((tx) => tx.webhooks.enable(webhookId));
    return webhookId;
  };

  it("are created unverified, with a secret that is returned once", async () => {
    const { webhook, secret, oldSecretExpireTime } = await create({ description: "Shop", thin: true });
    expect(webhook).to.deep.include({
      merchantId,
      publisherId: undefined,
      url: wanted.url,
      description: "Shop",
      eventTypes: ["payment.completed", "refund.completed"],
      thin: true,
      ordered: false,
      concurrency: 10,
      rate: undefined,
      publicKeySignature: false,
      status: WebhookStatus.WEBHOOK_STATUS_UNVERIFIED,
      disabledReason: undefined,
      version: 1,
    });
    expect(webhook?.webhookId).to.match(/^whk_[0-9a-z]{26}$/);
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(oldSecretExpireTime).to.equal(undefined);
    const { webhook: read } = await call<GetWebhookResponse>("GetWebhook", { webhookId: webhook?.webhookId });
    expect(read).to.deep.equal(webhook);
  });

  it("keep their secret sealed for its place, and nothing of it in clear", async () => {
    const { webhook, secret } = await create();
    const uuid = uuidOf("webhook", webhook?.webhookId as string);
    const [row] = await query<{ secret_id: string; sealed_secret: Buffer }>(
      `select secret_id, sealed_secret from webhook_secret where webhook_id = '${uuid}'`,
    );
    const context = webhookSecretContext(uuid, row?.secret_id as string);
    expect(`whsec_${harness.sealer.open(row?.sealed_secret as Buffer, context).toString("base64")}`).to.equal(
      secret,
    );
    expect(() =>
      harness.sealer.open(row?.sealed_secret as Buffer, webhookSecretContext(uuid, uuid)),
    ).to.throw();
  });

  it("are created once for one idempotency key, with the same secret in the answer", async () => {
    const options = { as: asMerchant(merchantId), key: "create-1" };
    const first = await harness.callWhole<CreateWebhookResponse>("CreateWebhook", wanted, options);
    const second = await harness.callWhole<CreateWebhookResponse>("CreateWebhook", wanted, options);
    expect(second.replayed).to.equal(true);
    expect(second.response).to.deep.equal(first.response);
    expect((await call<ListWebhooksResponse>("ListWebhooks", {})).items).to.have.length(1);
  });

  it("belong to a publisher, too", async () => {
    const publisherId = await publisher(harness.url);
    const { createdWebhook } = await harness.call<CreateWebhookResponse>(
      "CreateWebhook",
      { ...wanted, tenantId: publisherId },
      { as: operator },
    );
    expect(createdWebhook?.webhook).to.deep.include({ merchantId: undefined, publisherId });
  });

  it("are made by the operator for a tenant that exists, which it has to name", async () => {
    const unnamed = await harness.failure("CreateWebhook", wanted, { as: operator });
    expect(unnamed.violations[0]).to.include({ field: "tenant_id", reason: "TENANT_REQUIRED" });
    const unknown = await harness.failure(
      "CreateWebhook",
      { ...wanted, tenantId: newId("merchant") },
      { as: operator },
    );
    expect(unknown.violations[0]).to.include({ field: "tenant_id", reason: "UNKNOWN_TENANT" });
  });

  it("are not made for another tenant", async () => {
    const other = await merchant(harness.store);
    expect((await failure("CreateWebhook", { ...wanted, tenantId: other })).reason).to.equal("OTHER_TENANT");
    expect((await failure("ListWebhooks", { tenantId: other })).reason).to.equal("OTHER_TENANT");
  });

  for (const [what, request, field, reason] of [
    ["plain http", { url: "http://shop.example/" }, "url", "URL_SCHEME_NOT_ALLOWED"],
    ["no URL", { url: "shop" }, "url", "URL_MALFORMED"],
    ["a private address", { url: "https://10.0.0.1/" }, "url", "URL_ADDRESS_NOT_ALLOWED"],
    ["a password", { url: "https://a:b@shop.example/" }, "url", "URL_WITH_CREDENTIALS"],
    ["a port", { url: "https://shop.example:25/" }, "url", "URL_PORT_NOT_ALLOWED"],
    ["an unknown type", { eventTypes: ["payment.completed", "a.b"] }, "event_types[1]", "UNKNOWN_EVENT_TYPE"],
    ["a short secret", { secret: "whsec_AAAA" }, "secret", "WEBHOOK_SECRET_MALFORMED"],
    ["a secret without its prefix", { secret: "A".repeat(44) }, "secret", "WEBHOOK_SECRET_MALFORMED"],
  ] as const)
    it(`are refused with ${what}, and nothing is made`, async () => {
      const { violations } = await failure("CreateWebhook", { ...wanted, ...request });
      expect(violations[0]).to.include({ field, reason });
      expect((await call<ListWebhooksResponse>("ListWebhooks", {})).items).to.deep.equal([]);
    });

  it("take a secret of another service", async () => {
    const given = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
    expect((await create({ secret: given })).secret).to.equal(given);
  });

  it("are at most as many as the deployment allows, also when requests meet", async () => {
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => create()));
    const refused = answers.filter((answer) => answer.status === "rejected");
    expect(refused.map(({ reason }) => (reason as Failure).reason)).to.deep.equal(
      Array(3).fill("WEBHOOK_LIMIT"),
    );
    const { items } = await call<ListWebhooksResponse>("ListWebhooks", {});
    expect(items).to.have.length(3);
    await call<DeleteWebhookResponse>("DeleteWebhook", { webhookId: items[0]?.webhookId });
    await create();
  });

  it("are seen by their owner and the operator, and by nobody else", async () => {
    const webhookId = await idOf();
    const stranger = await merchant(harness.store);
    for (const [method, more] of Object.entries({
      GetWebhook: {},
      UpdateWebhook: { description: "mine" },
      DeleteWebhook: {},
      RotateWebhookSecret: {},
      VerifyWebhook: {},
      ListWebhookDeliveries: {},
      GetWebhookDelivery: { deliveryId: newId("delivery") },
      ListMissedEvents: { fromTime: { seconds: BigInt(Math.floor(Date.now() / 1000)), nanos: 0 } },
      RedeliverEvents: { eventIds: [newId("event")] },
    }))
      expect((await failure(method, { webhookId, ...more }, stranger)).reason, method).to.equal("NOT_FOUND");
    const { items } = await harness.call<ListWebhooksResponse>(
      "ListWebhooks",
      { tenantId: merchantId },
      { as: operator },
    );
    expect(items.map((item) => item.webhookId)).to.deep.equal([webhookId]);
    const theirs = await harness.call<ListWebhooksResponse>("ListWebhooks", {}, { as: asMerchant(stranger) });
    expect(theirs.items).to.deep.equal([]);
  });

  it("have public keys of Ed25519, which verify nothing else and are listed nowhere else", async () => {
    const { keySet } = await call<GetWebhookKeysResponse>("GetWebhookKeys", {});
    const { keyId, key } = signingKeys.of("webhook");
    const { x } = createPublicKey(key).export({ format: "jwk" });
    expect(keySet).to.deep.equal({
      keys: [{ kty: "OKP", use: "sig", alg: "EdDSA", kid: keyId, crv: "Ed25519", x }],
    });
    const documents = await getVerificationKeys(signingKeys)({} as never);
    expect(documents.keySet?.keys.map(({ kid }) => kid)).not.to.include(keyId);
    await rotateSigningKey(harness.store, harness.sealer, "webhook", "overlap");
    await signingKeys.refresh();
    const both = await call<GetWebhookKeysResponse>("GetWebhookKeys", {});
    expect(both.keySet?.keys).to.have.length(2);
    expect(signingKeys.of("webhook").keyId, "the next key is published before it signs").to.equal(keyId);
  });

  it("change what the request has, or what its mask names", async () => {
    const webhookId = await idOf();
    const update = async (request: object) =>
      (await call<UpdateWebhookResponse>("UpdateWebhook", { webhookId, ...request })).webhook;
    expect(
      await update({
        ordered: true,
        concurrency: 3,
        rate: 20,
        publicKeySignature: true,
        description: "Shop",
      }),
    ).to.deep.include({
      ordered: true,
      concurrency: 3,
      rate: 20,
      publicKeySignature: true,
      description: "Shop",
      version: 2,
    });
    expect(await update({ updateMask: ["description"] })).to.deep.include({ description: "", version: 3 });
    expect(await update({ description: "" })).to.deep.include({ rate: 20, version: 3 });
    expect(await update({ updateMask: ["rate"] })).to.deep.include({ rate: undefined, version: 4 });
    expect((await create({ rate: 1000 })).webhook?.rate).to.equal(1000);
    for (const rate of [0, 1001])
      expect((await failure("UpdateWebhook", { webhookId, rate })).violations[0]?.field).to.equal("rate");
    for (const field of [
      "url",
      "event_types",
      "thin",
      "ordered",
      "concurrency",
      "public_key_signature",
      "enabled",
    ]) {
      const { violations } = await failure("UpdateWebhook", { webhookId, updateMask: [field] });
      expect(violations[0], field).to.include({ field, reason: "REQUIRED" });
    }
    const stale = await failure("UpdateWebhook", { webhookId, thin: true, ifMatch: [2] });
    expect(stale.reason).to.equal("VERSION_CHANGED");
  });

  it("must be verified again at another URL, and nothing is left to send there", async () => {
    const webhookId = await verified();
    const moved = await call<UpdateWebhookResponse>("UpdateWebhook", {
      webhookId,
      url: "https://other.example/",
    });
    expect(moved.webhook?.status).to.equal(WebhookStatus.WEBHOOK_STATUS_UNVERIFIED);
    const [cursor] = await query<{ due_at: Date | null }>(
      `select due_at from webhook_cursor where webhook_id = '${uuidOf("webhook", webhookId)}'`,
    );
    expect(cursor?.due_at).to.equal(null);
    const enabled = await failure("UpdateWebhook", { webhookId, enabled: true });
    expect(enabled.reason).to.equal("WEBHOOK_NOT_VERIFIED");
  });

  it("are disabled and enabled by their owner", async () => {
    const webhookId = await verified();
    const set = async (enabled: boolean) =>
      (await call<UpdateWebhookResponse>("UpdateWebhook", { webhookId, enabled })).webhook;
    expect(await set(false)).to.deep.include({
      status: WebhookStatus.WEBHOOK_STATUS_DISABLED,
      disabledReason: WebhookDisabledReason.WEBHOOK_DISABLED_REASON_REQUESTED,
    });
    const again = await set(false);
    expect(await set(true)).to.deep.include({
      status: WebhookStatus.WEBHOOK_STATUS_ENABLED,
      disabledReason: undefined,
      version: (again?.version ?? 0) + 1,
    });
  });

  it("are deleted with their secrets, and can still be read", async () => {
    const webhookId = await verified();
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const { webhook } = await call<DeleteWebhookResponse>("DeleteWebhook", { webhookId });
      expect(webhook).to.include({ status: WebhookStatus.WEBHOOK_STATUS_DELETED, version: 3 });
    }
    const { webhook } = await call<GetWebhookResponse>("GetWebhook", { webhookId });
    expect(webhook?.status).to.equal(WebhookStatus.WEBHOOK_STATUS_DELETED);
    for (const table of ["webhook_secret", "webhook_cursor", "webhook_retry"])
      expect(
        await query(`select 1 from ${table} where webhook_id = '${uuidOf("webhook", webhookId)}'`),
        table,
      ).to.deep.equal([]);
    for (const method of ["UpdateWebhook", "RotateWebhookSecret", "VerifyWebhook"])
      expect((await failure(method, { webhookId })).reason, method).to.equal("WEBHOOK_DELETED");
  });

  it("get a new secret beside the old one for a while, and then no third", async () => {
    const { webhook, secret } = await create();
    const { webhookId } = webhook ?? {};
    const rotate = async (request: object = {}) =>
      (await call<RotateWebhookSecretResponse>("RotateWebhookSecret", { webhookId, ...request }))
        .createdWebhook;
    const inUse = async () =>
      (await query(`select 1 from webhook_secret where expires_at is null or expires_at > now()`)).length;
    const before = await inUse();
    const next = await rotate({ overlapSeconds: 3600 });
    expect(next?.secret)
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    const seconds = Number(next?.oldSecretExpireTime?.seconds) - Date.now() / 1000;
    expect(seconds).to.be.within(3500, 3605);
    expect(await inUse()).to.equal(before + 1);
    expect((await failure("RotateWebhookSecret", { webhookId })).reason).to.equal("SECRET_OVERLAP");
    for (const known of [secret, next?.secret]) {
      const { violations } = await failure("RotateWebhookSecret", {
        webhookId,
        secret: known,
        overlapSeconds: 0,
      });
      expect(violations[0]).to.include({ field: "secret", reason: "WEBHOOK_SECRET_IN_USE" });
    }
    const last = await rotate({ overlapSeconds: 0 });
    expect(last?.oldSecretExpireTime).to.equal(undefined);
    expect(await inUse()).to.equal(before);
  });
});
