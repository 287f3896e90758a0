// The authorisation that requests to a receiver carry: given, shown without its secret, replaced, taken away.
import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { inspect } from "node:util";
import { expect } from "chai";
import pg from "pg";
import { type Webhook, WebhookAuthenticationMethod } from "../../gen/ts/pda/event/v1/webhook.ts";
import type {
  CreateWebhookResponse,
  GetWebhookResponse,
  UpdateWebhookResponse,
} from "../../gen/ts/pda/event/v1/webhook_service.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { type Credential, createRoot, issueLeaf } from "../../src/pki/authority.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { SigningKeys } from "../../src/services/signing/signing-keys.ts";
import { webhookCredentialContext } from "../../src/services/webhook/authentication.ts";
import { webhookService } from "../../src/services/webhook/index.ts";
import { merchant } from "../support/fixtures.ts";
import { asMerchant, ServiceHarness } from "../support/service.ts";
import { webhookPolicy } from "./support/webhooks.ts";

const wanted = { url: "https://shop.example/hooks", eventTypes: ["payment.completed"] };
const bearer = { method: { $case: "bearerToken", value: "very.secret-token" } } as const;
const client = {
  tokenEndpoint: "https://login.example/token",
  clientId: "pda",
  clientSecret: "very secret",
  scope: "hooks.write",
};
const oauth = (changes: object = {}) => ({ method: { $case: "oauth", value: { ...client, ...changes } } });

describe("the authorisation of a webhook endpoint", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let merchantId: string;
  let database: pg.Client;

  before(async () => {
    harness = await ServiceHarness.start((store, sealer) =>
      webhookService({
        eventTypes: ["payment.completed"],
        sealer,
        signingKeys: new SigningKeys({ store, sealer }),
        webhooks: webhookPolicy,
      }),
    );
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

  const create = async (authentication: object | undefined): Promise<Webhook> => {
    const { createdWebhook } = await harness.call<CreateWebhookResponse>(
      "CreateWebhook",
      { ...wanted, authentication },
      { as: asMerchant(merchantId) },
    );
    return createdWebhook?.webhook as Webhook;
  };
  const update = async (webhookId: string, request: object): Promise<Webhook> => {
    const { webhook } = await harness.call<UpdateWebhookResponse>(
      "UpdateWebhook",
      { webhookId, ...request },
      { as: asMerchant(merchantId) },
    );
    return webhook as Webhook;
  };
  const secretOf = async (webhookId: string): Promise<string | undefined> => {
    const uuid = uuidOf("webhook", webhookId);
    const { rows } = await database.query<{ sealed_credential: Buffer | null }>(
      "select sealed_credential from webhook where webhook_id = $1",
      [uuid],
    );
    const sealed = rows[0]?.sealed_credential;
    return sealed ? harness.sealer.open(sealed, webhookCredentialContext(uuid)).toString() : undefined;
  };

  it("is shown without its secret, which is stored sealed for its place", async () => {
    const { webhookId, authentication, version } = await create(bearer);
    expect(version).to.equal(1);
    expect(authentication).to.include({
      method: WebhookAuthenticationMethod.WEBHOOK_AUTHENTICATION_METHOD_BEARER,
      tokenEndpoint: undefined,
    });
    const { webhook } = await harness.call<GetWebhookResponse>(
      "GetWebhook",
      { webhookId },
      { as: asMerchant(merchantId) },
    );
    expect(webhook?.authentication?.method).to.equal(authentication?.method);
    expect(inspect(webhook, { depth: 9 })).not.to.include("very.secret-token");
    expect(await secretOf(webhookId)).to.equal("very.secret-token");
  });

  it("is a client of an authorisation server, whose secret is not shown either", async () => {
    const { webhookId, authentication } = await create(oauth());
    const { clientSecret, ...shown } = client;
    expect(authentication).to.include({
      method: WebhookAuthenticationMethod.WEBHOOK_AUTHENTICATION_METHOD_OAUTH,
      ...shown,
    });
    expect(inspect(authentication)).not.to.include(clientSecret);
    expect(await secretOf(webhookId)).to.equal(clientSecret);
    const { authentication: without } = await create(oauth({ scope: undefined }));
    expect(without?.scope).to.equal(undefined);
  });

  it("is replaced, left as it is, and taken away by updates", async () => {
    const { webhookId } = await create(bearer);
    const { version } = await update(webhookId, { description: "Shop" });
    expect(await secretOf(webhookId)).to.equal("very.secret-token");
    const replaced = await update(webhookId, { authentication: oauth(), description: "Books" });
    expect(replaced.authentication).to.include({ clientId: "pda" });
    expect(replaced.version, "the worker reads it again").to.equal(version + 1);
    expect(await secretOf(webhookId)).to.equal("very secret");
    const cleared = await update(webhookId, { updateMask: ["authentication"] });
    expect(cleared.authentication).to.equal(undefined);
    expect(cleared.version).to.equal(replaced.version + 1);
    expect(await secretOf(webhookId)).to.equal(undefined);
    expect((await update(webhookId, { updateMask: ["authentication"] })).version).to.equal(cleared.version);
  });

  it("does not go to another host or port unless the request gives it again or takes it away", async () => {
    const { webhookId } = await create(bearer);
    for (const url of ["https://other.example/hooks", "https://shop.example:8443/hooks"]) {
      const { violations } = await harness.failure(
        "UpdateWebhook",
        { webhookId, url },
        { as: asMerchant(merchantId) },
      );
      expect(violations[0], url).to.include({ field: "authentication", reason: "REQUIRED" });
    }
    expect((await update(webhookId, { url: "https://shop.example/other" })).url).to.include("/other");
    const url = "https://other.example/hooks";
    expect((await update(webhookId, { url, authentication: bearer })).url).to.equal(url);
    const moved = await update(webhookId, {
      url: wanted.url,
      updateMask: ["url", "authentication"],
    });
    expect(moved).to.include({ url: wanted.url, authentication: undefined });
  });

  it("is erased with its endpoint", async () => {
    const { webhookId } = await create(bearer);
    const deleted = await harness.call<UpdateWebhookResponse>(
      "DeleteWebhook",
      { webhookId },
      { as: asMerchant(merchantId) },
    );
    expect(deleted.webhook?.authentication).to.equal(undefined);
    expect(await secretOf(webhookId)).to.equal(undefined);
  });

  for (const [what, authentication, field, reason] of [
    [
      "a token endpoint by plain http",
      oauth({ tokenEndpoint: "http://login.example/" }),
      "token_endpoint",
      "URL_SCHEME_NOT_ALLOWED",
    ],
    [
      "a token endpoint in a private network",
      oauth({ tokenEndpoint: "https://10.0.0.1/" }),
      "token_endpoint",
      "URL_ADDRESS_NOT_ALLOWED",
    ],
    ["no client secret", oauth({ clientSecret: "" }), "client_secret", undefined],
    ["a client identifier of two lines", oauth({ clientId: "a\nb" }), "client_id", undefined],
    ["a scope with a quotation mark", oauth({ scope: 'a"b' }), "scope", undefined],
    [
      "a token of two lines",
      { method: { $case: "bearerToken", value: "very\r\nsecret" } },
      "bearer_token",
      undefined,
    ],
    [
      "a token with a space",
      { method: { $case: "bearerToken", value: "very secret" } },
      "bearer_token",
      undefined,
    ],
    ["no kind", {}, "authentication", undefined],
  ] as const)
    it(`is refused with ${what}, and the message does not repeat a secret`, async () => {
      const failure = await harness.failure(
        "CreateWebhook",
        { ...wanted, authentication },
        { as: asMerchant(merchantId) },
      );
      const [violation] = failure.violations;
      expect(violation?.field).to.match(new RegExp(`${field}$`));
      if (reason) expect(violation).to.include({ reason });
      expect(JSON.stringify(failure) + failure.message).not.to.match(/very/);
    });
});

describe("the client certificate of a webhook endpoint", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let merchantId: string;
  let clients: Credential;

  before(async () => {
    harness = await ServiceHarness.start((store, sealer) =>
      webhookService({
        eventTypes: ["payment.completed"],
        sealer,
        signingKeys: new SigningKeys({ store, sealer }),
        webhooks: webhookPolicy,
      }),
    );
    merchantId = await merchant(harness.store);
    clients = await createRoot("clients", 30);
  });
  after(() => harness[Symbol.asyncDispose]());

  const leaf = (now = new Date(), days = 10): Promise<Credential> =>
    issueLeaf(clients, { commonName: "pda", dns: [], ip: [], usages: ["client"], days, now });
  const given = (certificateChain: string, privateKey: string) => ({
    authentication: { method: { $case: "clientCertificate", value: { certificateChain, privateKey } } },
  });
  const create = async (request: object): Promise<Webhook> => {
    const { createdWebhook } = await harness.call<CreateWebhookResponse>(
      "CreateWebhook",
      { ...wanted, ...request },
      { as: asMerchant(merchantId) },
    );
    return createdWebhook?.webhook as Webhook;
  };
  const refused = async (certificateChain: string, privateKey: string): Promise<string> => {
    const request = { ...wanted, ...given(certificateChain, privateKey) };
    const { violations } = await harness.failure("CreateWebhook", request, { as: asMerchant(merchantId) });
    return violations.map(({ field, reason }) => `${field.split(".").at(-1)} ${reason}`).join();
  };

  it("is shown with its expiry and its fingerprint, and never with its key", async () => {
    const { cert, key } = await leaf();
    const { webhookId, authentication } = await create(given(cert + clients.cert, key));
    const parsed = new X509Certificate(cert);
    expect(authentication).to.deep.include({
      method: WebhookAuthenticationMethod.WEBHOOK_AUTHENTICATION_METHOD_CLIENT_CERTIFICATE,
      certificateExpireTime: timestamp(parsed.validToDate),
      certificateFingerprint: parsed.fingerprint256.replaceAll(":", "").toLowerCase(),
    });
    const shown = await harness.call<GetWebhookResponse>(
      "GetWebhook",
      { webhookId },
      { as: asMerchant(merchantId) },
    );
    const inner = key.split("\n")[1] as string;
    expect(inspect([authentication, shown], { depth: 9 })).not.to.include(inner);
    const sql = new pg.Client({ connectionString: harness.url });
    await sql.connect();
    const uuid = uuidOf("webhook", webhookId);
    const { rows } = await sql.query("select w.*, w::text as text from webhook w where webhook_id = $1", [
      uuid,
    ]);
    await sql.end();
    const der = createPrivateKey(key).export({ format: "der", type: "pkcs8" });
    const { sealed_credential: sealed, text } = rows[0] as { sealed_credential: Buffer; text: string };
    expect(text).not.to.include(der.toString("hex"));
    expect(text).not.to.include(inner);
    expect(harness.sealer.open(sealed, webhookCredentialContext(uuid)).equals(der)).to.equal(true);
  });

  it("is refused when it has expired, is no certificate, or has another key, no key, an encrypted one or a weak one", async () => {
    const { cert, key } = await leaf();
    const other = await leaf();
    const old = await leaf(new Date(Date.now() - 20 * 86_400_000));
    const encrypted = createPrivateKey(key).export({
      format: "pem",
      type: "pkcs8",
      cipher: "aes-256-cbc",
      passphrase: "secret",
    });
    const weak = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
    expect(await refused(old.cert, old.key)).to.equal("certificate_chain CLIENT_CERTIFICATE_EXPIRED");
    for (const text of ["no certificate", key, `${cert}text`, cert.repeat(6)])
      expect(await refused(text, key)).to.equal("certificate_chain CLIENT_CERTIFICATE_UNREADABLE");
    const stranger = await createRoot("strangers", 30);
    for (const chain of [
      cert + other.cert,
      cert + stranger.cert,
      clients.cert + cert,
      cert + clients.cert + stranger.cert,
    ])
      expect(await refused(chain, key)).to.equal("certificate_chain CLIENT_CERTIFICATE_CHAIN_BROKEN");
    expect(await refused(cert, other.key)).to.equal("private_key CLIENT_KEY_OF_OTHER_CERTIFICATE");
    for (const text of [
      cert,
      "no key",
      encrypted as string,
      weak.export({ format: "pem", type: "pkcs8" }) as string,
    ])
      expect(await refused(cert, text)).to.equal("private_key CLIENT_KEY_UNREADABLE");
  });

  it("is taken away, and its key with it", async () => {
    const { cert, key } = await leaf();
    const { webhookId } = await create(given(cert, key));
    const { webhook } = await harness.call<UpdateWebhookResponse>(
      "UpdateWebhook",
      { webhookId, updateMask: ["authentication"] },
      { as: asMerchant(merchantId) },
    );
    expect(webhook?.authentication).to.equal(undefined);
    const request = { webhookId, url: "https://other.example/", ...given(cert, key) };
    const again = await harness.call<UpdateWebhookResponse>("UpdateWebhook", request, {
      as: asMerchant(merchantId),
    });
    expect(again.webhook?.authentication?.certificateFingerprint).to.match(/^[0-9a-f]{64}$/);
    const moved = { webhookId, url: "https://third.example/" };
    const { violations } = await harness.failure("UpdateWebhook", moved, { as: asMerchant(merchantId) });
    expect(violations.map(({ field }) => field)).to.deep.equal(["authentication"]);
  });
});
