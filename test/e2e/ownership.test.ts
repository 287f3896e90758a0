// Ownership by way of REST: what publishers, wallets and shops do, on the running product, and what nobody is told.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { expect } from "chai";
import { holderKey } from "../../src/cli/demo/keys.ts";
import { keyThumbprint, signStatement } from "../support/holder-signatures.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { ask, type Received } from "./support/http.ts";
import {
  eventually,
  type Holder,
  holder,
  type Merchant,
  merchant,
  type Publisher,
  publisher,
} from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");
const newCode = (): string => randomBytes(16).toString("base64url");

interface Transfer {
  readonly transferId: string;
  readonly offerHash: string;
  readonly status: string;
}

describe("ownership over REST", function () {
  this.timeout(180_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let ann: Holder;
  let ben: Holder;
  /** What callers who are no wallet were answered. */
  const overheard: string[] = [];

  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer, ["verification.read"]);
    [ann, ben] = await Promise.all([holder(product, issuer), holder(product, issuer)]);
  });

  const post = (path: string, body: unknown, headers = {}) =>
    ask(product, `/api/v1${path}`, { key: product.operatorKey, body, headers });
  const get = (path: string) => ask(product, `/api/v1${path}`, { key: product.operatorKey });
  const ok = ({ status, json }: Received) => {
    expect(status, JSON.stringify(json)).to.be.within(200, 201);
    return json.data;
  };
  const asset = async (): Promise<string> => {
    const base = `/publishers/${issuer.publisherId}/assets`;
    const profile = { kind: "good", name: "Watch No. 7" };
    const { assetIdentifier } = ok(
      await post(base, { assetProfile: profile, supportedNetworks: [issuer.network] }),
    );
    ok(await post(`${base}/${assetIdentifier}/activate`, {}));
    return assetIdentifier;
  };
  const grant = async (assetId: string, { walletId }: Holder) =>
    ok(await post(`/publishers/${issuer.publisherId}/assets/${assetId}/owner`, { walletId }));
  const claimCode = async (assetId: string) =>
    ok(await post(`/publishers/${issuer.publisherId}/assets/${assetId}/claim-codes`, {}));
  const assetsOf = async ({ walletId }: Holder) =>
    ok(await get(`/wallets/${walletId}/assets?pageSize=200`)).items;
  const offerText = async (from: Holder, assetId: string, to: Holder) => {
    const owned = (await assetsOf(from)).find(
      (one: { asset: { assetIdentifier: string } }) => one.asset.assetIdentifier === assetId,
    );
    return signStatement(from.keys, "pda-transfer+jws", {
      aud: product.baseUrl,
      transferId: newId("transfer"),
      assetId,
      seq: owned.sequence + 1,
      prevEntryHash: owned.entryHash,
      toKey: await keyThumbprint(to.keys),
    });
  };
  const acceptance = async (by: Holder, { transferId, offerHash }: Transfer) =>
    signStatement(by.keys, "pda-transfer+jws", {
      aud: product.baseUrl,
      transferId,
      offerHash,
      newOwnerKey: await keyThumbprint(by.keys),
    });
  const claim = async (by: Holder, transferId: string, code: string) => ({
    transferId,
    claimCode: code,
    acceptance: await signStatement(by.keys, "pda-transfer+jws", {
      aud: product.baseUrl,
      transferId,
      claimCodeHash: hashOf(code),
      newOwnerKey: await keyThumbprint(by.keys),
    }),
  });
  /** As a shop asks. */
  const verify = async (by: Holder, assetId: string): Promise<boolean> => {
    const challenge = await ask(product, "/api/v1/verification/challenges", {
      key: shop.key,
      body: { assetId },
    });
    const { nonce, audience: aud } = ok(challenge);
    const proof = await signStatement(by.keys, "pda-own+jws", { aud, nonce, assetId });
    const answer = await ask(product, "/api/v1/verification/ownership", {
      key: shop.key,
      body: { assetId, proof },
    });
    overheard.push(challenge.text, answer.text);
    return ok(answer).owned;
  };

  it("goes from the publisher by a claim code to a wallet, and by offer and acceptance to the next", async () => {
    const assetId = await asset();
    const { transferId, claimCode: code } = await claimCode(assetId);
    const claimed = await post(`/wallets/${ann.walletId}/assets/claim`, await claim(ann, transferId, code));
    expect(ok(claimed)).to.include({ assetId, status: "accepted", role: "receiver", sequence: 1 });
    expect(await verify(ann, assetId)).to.equal(true);

    const offered = await post(`/wallets/${ann.walletId}/transfers`, {
      offer: await offerText(ann, assetId, ben),
    });
    expect(offered.status).to.equal(201);
    const transfer = offered.json.data;
    const place = `/wallets/${ann.walletId}/transfers/${transfer.transferId}`;
    expect(offered.headers.location).to.equal(`/api/v1${place}`);
    expect(ok(await get(place))).to.deep.equal(transfer);
    expect(ok(await get(`/wallets/${ben.walletId}/transfers`)).items[0]).to.deep.equal({
      ...transfer,
      role: "receiver",
    });

    const path = `/wallets/${ben.walletId}/transfers/${transfer.transferId}/accept`;
    const body = { acceptance: await acceptance(ben, transfer) };
    const headers = { "Idempotency-Key": randomUUID() };
    const accepted = await post(path, body, headers);
    expect(ok(accepted)).to.include({ status: "accepted", sequence: 2 });
    const again = await post(path, body, headers);
    expect([again.json.data, again.headers["idempotency-replayed"]]).to.deep.equal([
      accepted.json.data,
      "true",
    ]);
    expect([await verify(ann, assetId), await verify(ben, assetId)]).to.deep.equal([false, true]);
  });

  it("is told as ownership.transferred, each time, with the public asset and nobody's name", async () => {
    const assetId = await asset();
    await grant(assetId, ann);
    const { transferId, offerHash, status } = ok(
      await post(`/wallets/${ann.walletId}/transfers`, { offer: await offerText(ann, assetId, ben) }),
    );
    const path = `/wallets/${ben.walletId}/transfers/${transferId}/accept`;
    ok(await post(path, { acceptance: await acceptance(ben, { transferId, offerHash, status }) }));
    const events = await eventually("both events", async () => {
      const found = [];
      for (let pageToken = ""; ; ) {
        const page = await get(`/events?type=ownership.transferred&pageSize=200&pageToken=${pageToken}`);
        overheard.push(page.text);
        const { items, nextPageToken } = ok(page);
        found.push(...items.filter(({ subject }: { subject: string }) => subject === assetId));
        if (items.length === 0) break;
        pageToken = nextPageToken;
      }
      return found.length === 2 && found;
    });
    for (const { data } of events) {
      expect(Object.keys(data)).to.deep.equal(["asset"]);
      expect(Object.keys(data.asset).sort()).to.deep.equal([
        "assetIdentifier",
        "assetProfile",
        "lifecycleStatus",
        "metadata",
        "publisher",
        "supportedNetworks",
      ]);
    }
  });

  it("100 gates of a claim at once: one wallet has the asset", async () => {
    const assetId = await asset();
    const { transferId, claimCode: code } = await claimCode(assetId);
    const bodies = await Promise.all(
      Array.from({ length: 100 }, (_, place) => claim(place % 2 ? ann : ben, transferId, code)),
    );
    const answers = await Promise.all(
      bodies.map((body, place) => post(`/wallets/${(place % 2 ? ann : ben).walletId}/assets/claim`, body)),
    );
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200, 422]));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(50);
    expect([await verify(ann, assetId), await verify(ben, assetId)].filter(Boolean)).to.have.length(1);
  });

  it("gives who does not own it the answer that an unknown asset gets, to the byte but for its names and time", async () => {
    const assetId = await asset();
    await grant(assetId, ann);
    const plain = (text: string) =>
      text
        .replaceAll(/ast_\w{26}/g, "ast")
        .replaceAll(/"requestId":"[^"]*"/g, "")
        .replaceAll(/"(timestamp|evaluateTime)":"[^"]*"/g, "");
    const answers = [];
    for (const asked of [assetId, newId("asset"), await asset()]) {
      const body = { assetId: asked };
      const { nonce, audience: aud } = ok(await post("/verification/challenges", body));
      const proof = await signStatement(ben.keys, "pda-own+jws", { aud, nonce, assetId: asked });
      const answer = await ask(product, "/api/v1/verification/ownership", {
        key: shop.key,
        body: { ...body, proof },
      });
      overheard.push(answer.text);
      answers.push(plain(answer.text));
    }
    expect(new Set(answers).size, answers.join("\n")).to.equal(1);
    expect(answers[0]).to.contain('"owned":false');
  });

  it("is no part of what anyone may know of an asset", async () => {
    const assetId = await asset();
    const before = await ask(product, `/api/v1/assets/${assetId}`);
    await grant(assetId, ann);
    const after = await ask(product, `/api/v1/assets/${assetId}`);
    overheard.push(before.text, after.text);
    expect(after.json.data).to.deep.equal(before.json.data);
  });

  for (const [what, path, body, status, code] of [
    ["an offer that is none", "/transfers", { offer: "a.b.c" }, 403, "SVC-4031"],
    ["an offer above 4 KiB", "/transfers", { offer: "A".repeat(5000) }, 400, "SVC-4000"],
    ["no offer", "/transfers", {}, 400, "SVC-4000"],
    ["a member that the operation does not have", "/transfers", { offer: "a", owner: "me" }, 400, "SVC-4000"],
    [
      "a code of another form",
      "/assets/claim",
      { transferId: newId("transfer"), claimCode: "1234", acceptance: "a" },
      400,
      "SVC-4000",
    ],
    ["a transfer that is none", "/transfers/trf_1/accept", { acceptance: "a" }, 400, "SVC-4000"],
    ["an unknown transfer", `/transfers/${newId("transfer")}/cancel`, {}, 404, "SVC-4040"],
  ] as const)
    it(`refuses ${what}: ${code}`, async () => {
      const answer = await post(`/wallets/${ann.walletId}${path}`, body);
      expect([answer.status, answer.json.errorCode]).to.deep.equal([status, code]);
    });

  it("is for callers with the scope: a shop cannot read or move what a wallet has", async () => {
    for (const path of ["assets", "transfers"])
      expect(
        (await ask(product, `/api/v1/wallets/${ann.walletId}/${path}`, { key: shop.key })).status,
      ).to.equal(403);
    const body = { offer: "a" };
    expect(
      (await ask(product, `/api/v1/wallets/${ann.walletId}/transfers`, { key: shop.key, body })).status,
    ).to.equal(403);
    expect(
      (
        await ask(product, "/api/v1/verification/ownership", {
          body: { assetId: newId("asset"), proof: "a" },
        })
      ).status,
    ).to.equal(401);
  });

  it("left no wallet, no key, no signature and no code in any log line, event or answer to others", async () => {
    const assetId = await asset();
    const { transferId, claimCode: code } = await claimCode(assetId);
    await post(`/wallets/${ann.walletId}/assets/claim`, await claim(ann, transferId, newCode()));
    ok(await post(`/wallets/${ann.walletId}/assets/claim`, await claim(ann, transferId, code)));
    const names = [code];
    for (const { walletId, keys } of [ann, ben]) {
      const { x, y } = await holderKey(keys);
      names.push(walletId, await keyThumbprint(keys), x, y);
    }
    expect(overheard).to.have.length.above(10);
    const told = [...overheard, product.output].join("\n");
    expect(names.filter((name) => told.includes(name))).to.deep.equal([]);
    expect(secretsIn(product)).to.deep.equal([]);
  });
});
