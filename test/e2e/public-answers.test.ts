// No answer, log line or event of a public operation carries a wallet, an owner's key or a claim: all of them are called on an asset that
// has an owner, in every way that its device can be shown, and everything that was said meanwhile is searched.
import { createHash, randomBytes } from "node:crypto";
import { expect } from "chai";
import { operations } from "../../gen/rest/operations.ts";
import {
  holderKey,
  newKeyPair,
  signChallenge,
  signingRequest,
  type KeyPair,
} from "../../src/cli/demo/keys.ts";
import { keyThumbprint, signStatement } from "../support/holder-signatures.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { ask, type Received } from "./support/http.ts";
import {
  assetInUse,
  authorise,
  createPayment,
  eventually,
  type Holder,
  holder,
  type Merchant,
  merchant,
  paid,
  type Publisher,
  publisher,
  requestOf,
} from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

/** One call of a public operation. */
interface Exercise {
  readonly path: string;
  readonly body?: object;
}

const checks = ["authenticity", "publisher", "lifecycle", "revocation", "capabilities"];
const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

describe("what public operations tell", function () {
  this.timeout(180_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let owner: Holder;
  let other: Holder;
  let deviceKeys: KeyPair;
  let asset: Awaited<ReturnType<typeof assetInUse>>;
  let publisherCertificate: string;
  /** Everything that only wallets, owners and their counterparts may know, by what it is. */
  const secrets = new Map<string, string>();
  const answers: string[] = [];

  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    [owner, other] = await Promise.all([holder(product, issuer, "100"), holder(product, issuer, "100")]);
    deviceKeys = await newKeyPair();
    asset = await assetInUse(product, issuer, deviceKeys);
    ({ certificate: publisherCertificate } = ok(
      await post(`/publishers/${issuer.publisherId}/certificates`, {
        certificateSigningRequest: await signingRequest(await newKeyPair(), "publisher"),
      }),
    ));
    await paid(product, issuer, shop, owner, "3");
    await changeHands();
    for (const [who, { walletId, keys }] of Object.entries({ owner, other })) {
      const { x, y } = await holderKey(keys);
      secrets.set(`${who}: wallet`, walletId).set(`${who}: thumbprint`, await keyThumbprint(keys));
      secrets.set(`${who}: x`, x).set(`${who}: y`, y);
    }
  });

  const post = (path: string, body: unknown = {}) =>
    ask(product, `/api/v1${path}`, { key: product.operatorKey, body });
  const ok = ({ status, json, text }: Received) => {
    expect(status, text).to.be.within(200, 201);
    return json?.data;
  };

  /** The asset gets its owner by a claim code; another one is offered, and one is claimed with a wrong code. */
  async function changeHands(): Promise<void> {
    const base = `/publishers/${issuer.publisherId}/assets/${asset.assetId}`;
    const { transferId, claimCode } = ok(await post(`${base}/claim-codes`));
    secrets.set("claim code", claimCode).set("its hash", hashOf(claimCode));
    const claim = async (code: string) => {
      const acceptance = await signStatement(owner.keys, "pda-transfer+jws", {
        aud: product.baseUrl,
        transferId,
        claimCodeHash: hashOf(code),
        newOwnerKey: await keyThumbprint(owner.keys),
      });
      secrets.set(`acceptance with ${code}`, acceptance);
      return post(`/wallets/${owner.walletId}/assets/claim`, { transferId, claimCode: code, acceptance });
    };
    const wrong = randomBytes(16).toString("base64url");
    secrets.set("wrong claim code", wrong);
    expect((await claim(wrong)).status).to.equal(422);
    ok(await claim(claimCode));
    const { items } = ok(
      await ask(product, `/api/v1/wallets/${owner.walletId}/assets`, { key: product.operatorKey }),
    );
    const offer = await signStatement(owner.keys, "pda-transfer+jws", {
      aud: product.baseUrl,
      transferId: newId("transfer"),
      assetId: asset.assetId,
      seq: items[0].sequence + 1,
      prevEntryHash: items[0].entryHash,
      toKey: await keyThumbprint(other.keys),
    });
    secrets.set("offer", offer).set("entry", items[0].entryHash);
    ok(await post(`/wallets/${owner.walletId}/transfers`, { offer }));
  }

  /** A proof of the device over a new challenge. */
  async function proof(): Promise<object> {
    const { json } = await ask(product, "/api/v1/verification/challenges", {
      body: { assetId: asset.assetId },
    });
    return { challengeSignature: await signChallenge(deviceKeys, asset.deviceCertificate, json.data) };
  }

  /** How each public operation is called. A new one has to be added here. */
  const exercises: Record<string, () => Promise<Exercise[]> | Exercise[]> = {
    GetAsset: () => [asset.assetId, newId("asset")].map((id) => ({ path: `/assets/${id}` })),
    ListAssets: () => [
      { path: `/assets?publisher=${issuer.publisherId}` },
      { path: `/assets?assetType=${issuer.assetType}` },
    ],
    GetPaymentPage: async () => {
      const { paymentId } = await createPayment(shop, issuer, "2");
      const { reference } = await requestOf(product, shop, owner, paymentId);
      await authorise(product, owner, await requestOf(product, shop, owner, paymentId));
      return [{ path: `/payment-pages/${reference}` }];
    },
    GetServerInfo: () => [{ path: "/server-info" }],
    GetVerificationKeys: () => [{ path: "/verification/keys" }],
    GetWebhookKeys: () => [{ path: "/events/webhook-keys" }],
    GetStatusList: () =>
      ["assets", "devices", "publishers"].map((list) => ({ path: `/verification/status-lists/${list}-0` })),
    GetRevocationList: () => [{ path: "/verification/crls/root" }],
    CreateChallenge: () => [{ path: "/verification/challenges", body: { assetId: asset.assetId } }],
    VerifyAuthenticity: async () => {
      const { assetId, deviceCertificate } = asset;
      return [
        { assetId, deviceCertificate },
        { assetId, deviceCertificate, receipt: true },
        { assetId, deviceCertificate, proof: await proof(), receipt: true },
        { assetId: newId("asset"), deviceCertificate },
      ].map((body) => ({ path: "/verification/authenticity", body }));
    },
    VerifyPublisher: () =>
      [{ publisherId: issuer.publisherId }, { publisherCertificate }].map((body) => ({
        path: "/verification/publisher",
        body,
      })),
    VerifyLifecycle: () => [{ path: "/verification/lifecycle", body: { assetId: asset.assetId } }],
    VerifyRevocation: () => {
      const { assetId, deviceCertificate } = asset;
      return [{ path: "/verification/revocation", body: { assetId, deviceCertificate } }];
    },
    VerifyCapabilities: () => [
      { path: "/verification/capabilities", body: { assetId: asset.assetId, capabilities: ["transfer"] } },
    ],
    VerifyAsset: async () => {
      const { assetId, deviceCertificate } = asset;
      const body = { assetId, checks, deviceCertificate, proof: await proof(), receipt: true };
      return [{ path: "/verification/assets", body }];
    },
  };

  const found = (text: string): string[] =>
    [...secrets].flatMap(([what, secret]) => (text.includes(secret) ? [what] : []));

  it("is asked of every public operation", () => {
    const open = operations.filter(({ access, http }) => access.kind === "public" && http);
    expect(Object.keys(exercises).sort()).to.deep.equal(open.map(({ method }) => method).sort());
  });

  for (const [method, make] of Object.entries(exercises))
    it(`${method} tells nothing of wallets, owners and claims, whoever asks`, async () => {
      for (const key of [undefined, shop.key, product.operatorKey])
        for (const { path, body } of await make()) {
          const sent = { ...(body ? { body } : {}), ...(key ? { key } : {}) };
          const answer = await ask(product, `/api/v1${path}`, sent);
          expect(answer.status, answer.text).to.be.oneOf([200, 404]);
          const said = JSON.stringify(answer.headers) + answer.text;
          answers.push(said, ...tokensIn(said));
        }
      expect(answers).to.not.have.length(0);
      expect(answers.flatMap(found)).to.deep.equal([]);
    });

  it("is the same in the logs of all tiers, at their most talkative", async () => {
    await eventually("log lines of what was asked", async () => product.output.includes("VerifyAsset"));
    expect(found(product.output)).to.deep.equal([]);
    expect(secretsIn(product)).to.deep.equal([]);
  });

  it("is the same in every event", async () => {
    const events: string[] = [];
    for (let pageToken = ""; ; ) {
      const page = await ask(product, `/api/v1/events?pageSize=200&pageToken=${pageToken}`, {
        key: product.operatorKey,
      });
      const { items, nextPageToken } = ok(page);
      if (items.length === 0) break;
      events.push(page.text);
      pageToken = nextPageToken;
    }
    const told = events.join("\n");
    for (const type of ["payment.completed", "ownership.transferred"]) expect(told).to.contain(type);
    expect(found(told)).to.deep.equal([]);
  });

  it("would be noticed: the wallet itself is told what nobody else is", async () => {
    const { text } = await ask(product, `/api/v1/wallets/${owner.walletId}`, { key: product.operatorKey });
    expect(found(text)).to.include.members(["owner: wallet", "owner: thumbprint"]);
  });
});

/** What signed tokens say, in clear. */
function tokensIn(text: string): string[] {
  return [...text.matchAll(/eyJ[\w-]+\.([\w-]+)\.[\w-]+/g)].map(([, payload = ""]) =>
    Buffer.from(payload, "base64url").toString(),
  );
}
