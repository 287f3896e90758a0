// Devices without a certificate by way of REST: what a publisher, a terminal, a chip and a tag do, on the running product.
import { expect } from "chai";
import { SigningChip, Tag, type Tapped } from "../support/chips.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { ask } from "./support/http.ts";
import { publisher } from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

describe("devices without a certificate over REST", function () {
  this.timeout(120_000);
  let product: Product;
  let publisherId: string;
  let assetId: string;
  let devices: string;
  const chip = new SigningChip();
  const tag = new Tag();

  before(async () => {
    product = await sharedProduct();
    const issuer = await publisher(product);
    ({ publisherId } = issuer);
    const issued = await post(`/publishers/${publisherId}/assets`, {
      assetProfile: { kind: "good", name: "Bottle No. 7" },
      supportedNetworks: [issuer.network],
    });
    assetId = issued.json.data.assetIdentifier;
    const asset = `/publishers/${publisherId}/assets/${assetId}`;
    devices = `${asset}/devices`;
    expect((await post(`${asset}/activate`, {})).status).to.equal(200);
    const bound = await post(devices, { serialNumber: chip.serialNumber, rawKey: chip.binding(assetId) });
    expect(bound.status, bound.text).to.equal(201);
    const tagged = await post(devices, { serialNumber: tag.uid, ntag424: tag.keys });
    expect(tagged.status, tagged.text).to.equal(201);
    expect(tagged.text).to.not.match(new RegExp(Object.values(tag.keys).join("|"), "i"));
    expect(tagged.headers.location).to.equal(`/api/v1${devices}/${tagged.json.data.deviceId}`);
    expect(
      (await ask(product, tagged.headers.location ?? "", { key: product.operatorKey })).json.data,
    ).to.deep.equal(tagged.json.data);
  });
  after(() => {
    expect(secretsIn(product)).to.deep.equal([]);
    for (const key of Object.values(tag.keys)) expect(product.output.toLowerCase()).to.not.contain(key);
  });

  /** @param key the operator's unless given */
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(product, `/api/v1${path}`, { body, key: product.operatorKey, headers });
  const verify = (proof?: unknown, headers?: Record<string, string>) =>
    post("/verification/authenticity", { assetId, ...(proof === undefined ? {} : { proof }) }, headers);
  const tapped = (sunMessage: Tapped, headers?: Record<string, string>) => verify({ sunMessage }, headers);
  const challenge = async () => (await post("/verification/challenges", { assetId })).json.data;

  it("a chip signs a challenge and is trusted, once", async () => {
    const proof = { keySignature: chip.proof(await challenge()) };
    const first = await verify(proof);
    expect(first.json.data).to.include({
      trusted: true,
      outcome: "passed",
      assurance: "proof_of_possession",
    });
    expect(first.json.data.checks[0]).to.deep.equal({ check: "certificate_format", outcome: "skipped" });
    expect((await verify(proof)).json.data).to.include({ trusted: false, assurance: "none" });
    const high = { keySignature: chip.proof(await challenge(), { high: true }) };
    expect((await verify(high)).json.data.trusted).to.equal(false);
  });

  it("a tag is tapped and is trusted; one of 100 at once is", async () => {
    expect((await tapped(tag.tap())).json.data).to.include({ trusted: true, assurance: "dynamic_mac" });
    const once = tag.tap(undefined, Buffer.from("number=0000000042".padEnd(32, "_")));
    const answers = await Promise.all(Array.from({ length: 100 }, () => tapped(once)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(100).fill(200));
    expect(answers.filter(({ json }) => json.data.trusted)).to.have.length(1);
  });

  it("a repeat under the same Idempotency-Key gets the verdict again", async () => {
    const headers = { "Idempotency-Key": `tap-${tag.uid}` };
    const once = tag.tap();
    const [first, again] = [await tapped(once, headers), await tapped(once, headers)];
    expect(first.json.data.trusted).to.equal(true);
    expect(again.json.data).to.deep.equal(first.json.data);
    expect(again.headers["idempotency-replayed"]).to.equal("true");
    expect((await tapped(once)).json.data.trusted).to.equal(false);
  });

  for (const [what, field, proof] of [
    ["no proof and no certificate", "deviceCertificate", undefined],
    [
      "the signature of a certificate without it",
      "deviceCertificate",
      { challengeSignature: { nonce: "A".repeat(43), signature: "A".repeat(86) } },
    ],
    [
      "a MAC that is cut off",
      "proof.sunMessage.cmac",
      { sunMessage: { piccData: "0".repeat(32), cmac: "0" } },
    ],
    ["a tap without PICCData", "proof.sunMessage.piccData", { sunMessage: { cmac: "0".repeat(16) } }],
    [
      "a key beside the curve",
      "proof.keySignature.publicKey",
      {
        keySignature: { nonce: "A".repeat(43), signature: "A".repeat(86), publicKey: `04${"1".repeat(128)}` },
      },
    ],
  ] as const)
    it(`${what} is refused: ${field}`, async () => {
      const { status, json } = await verify(proof);
      expect([status, json.errorCode]).to.deep.equal([400, "SVC-4000"]);
      expect(json.errors.map((error: { field: string }) => error.field)).to.deep.equal([field]);
    });

  it("two proofs at once are refused, and so is a key of a tag that is no text", async () => {
    const two = { keySignature: chip.proof(await challenge()), sunMessage: tag.tap() };
    expect((await verify(two)).json.errorCode).to.equal("SVC-4000");
    const odd = await post(devices, { serialNumber: tag.uid, ntag424: { ...tag.keys, sdmFileReadKey: 7 } });
    expect(odd.json.errorCode).to.equal("SVC-4000");
  });

  it("devices are listed, and revoked with a reason; then nothing of them is trusted", async () => {
    const { json } = await ask(product, `/api/v1${devices}`, { key: product.operatorKey });
    expect(json.data.items.map(({ kind }: { kind: string }) => kind)).to.deep.equal(["ntag424", "raw_key"]);
    for (const { deviceId } of json.data.items) {
      const revoked = await post(`${devices}/${deviceId}/revoke`, { reason: "Sold on" });
      expect(revoked.json.data).to.include({ deviceId, status: "revoked", revokeReason: "Sold on" });
    }
    for (const proof of [{ sunMessage: tag.tap() }, { keySignature: chip.proof(await challenge()) }]) {
      const { data } = (await verify(proof)).json;
      expect(data).to.include({ trusted: false, assurance: "none" });
      expect(data.checks.find(({ outcome }: { outcome: string }) => outcome === "failed")).to.include({
        check: "device_certificate_revocation",
        reason: "DEVICE_REVOKED",
      });
    }
    const asset = await ask(product, `/api/v1/assets/${assetId}`);
    expect(asset.json.data.lifecycleStatus).to.equal("active");
    expect(asset.text).to.not.match(new RegExp(`${tag.uid}|${chip.publicKey}|${chip.serialNumber}`, "i"));
  });
});
