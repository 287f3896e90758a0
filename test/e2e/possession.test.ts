// Proof of possession by way of REST: what a terminal and a chip do, on the running product.
import { createHash, sign, X509Certificate, KeyObject } from "node:crypto";
import { expect } from "chai";
import { type KeyPair, newKeyPair } from "../../src/cli/demo/keys.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { ask } from "./support/http.ts";
import { assetInUse, publisher } from "./support/scene.ts";

interface Challenge {
  readonly nonce: string;
  readonly assetId: string;
  readonly audience: string;
  readonly expireTime: string;
}

describe("proof of possession over REST", function () {
  this.timeout(120_000);
  let product: Product;
  let device: Awaited<ReturnType<typeof assetInUse>>;
  let keys: KeyPair;
  before(async () => {
    product = await sharedProduct();
    keys = await newKeyPair();
    device = await assetInUse(product, await publisher(product), keys);
  });

  const challenge = async (body: object = { assetId: device.assetId }): Promise<Challenge> => {
    const { status, json } = await ask(product, "/api/v1/verification/challenges", { body });
    expect(status, JSON.stringify(json)).to.equal(200);
    return json.data;
  };

  const signatureOf = ({ nonce, assetId, audience }: Challenge): string => {
    const der = new X509Certificate(device.deviceCertificate).raw;
    const message = Buffer.concat([
      Buffer.from("PDA-POP-v1"),
      Buffer.from(nonce, "base64url"),
      Buffer.from(assetId),
      createHash("sha256").update(der).digest(),
      Buffer.from([audience.length]),
      Buffer.from(audience),
    ]);
    const key = KeyObject.from(keys.privateKey);
    return sign("sha256", message, { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
  };

  /** @param key of a caller with a credential; anyone else may not ask as often as these tests do */
  const verify = (proof?: unknown, key?: string) => {
    const { assetId, deviceCertificate } = device;
    const body = { assetId, deviceCertificate, ...(proof === undefined ? {} : { proof }) };
    return ask(product, "/api/v1/verification/authenticity", { body, ...(key === undefined ? {} : { key }) });
  };
  const proofOf = (given: Challenge) => ({
    challengeSignature: { nonce: given.nonce, signature: signatureOf(given) },
  });

  it("a certificate alone is static; with a signed challenge of ours it is proof_of_possession, once", async () => {
    expect((await verify()).json.data).to.include({ trusted: true, assurance: "static" });
    const given = await challenge();
    expect(given).to.include({ assetId: device.assetId, audience: product.baseUrl });
    expect(Date.parse(given.expireTime)).to.be.within(Date.now() + 30_000, Date.now() + 61_000);
    const proof = proofOf(given);
    const first = await verify(proof);
    expect(first.status).to.equal(200);
    expect(first.json.data).to.include({
      trusted: true,
      outcome: "passed",
      assurance: "proof_of_possession",
    });
    expect(first.json.data.checks.at(-1)).to.deep.equal({ check: "proof_of_possession", outcome: "passed" });
    const again = await verify(proof);
    expect(again.json.data).to.include({ trusted: false, outcome: "failed", assurance: "none" });
    expect(again.json.data.checks.at(-1)).to.deep.equal({
      check: "proof_of_possession",
      outcome: "failed",
      reason: "PROOF_NOT_ACCEPTED",
    });
  });

  it("one of 100 at once is trusted", async () => {
    const proof = proofOf(await challenge({ assetId: device.assetId, audience: "shop-7" }));
    const answers = await Promise.all(Array.from({ length: 100 }, () => verify(proof, product.operatorKey)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(100).fill(200));
    expect(answers.filter(({ json }) => json.data.trusted)).to.have.length(1);
  });

  for (const [what, field, proof] of [
    ["without a kind", "proof", {}],
    ["of an unknown kind", "proof.chequeSignature", { chequeSignature: {} }],
    ["that is a text", "proof", "signed"],
    [
      "without a signature",
      "proof.challengeSignature.signature",
      { challengeSignature: { nonce: "A".repeat(43) } },
    ],
    [
      "with a signature that was cut off",
      "proof.challengeSignature.signature",
      { challengeSignature: { nonce: "A".repeat(43), signature: "A".repeat(60) } },
    ],
  ] as const)
    it(`a proof ${what} is refused: ${field}`, async () => {
      const { status, json } = await verify(proof, product.operatorKey);
      expect([status, json.errorCode]).to.deep.equal([400, "SVC-4000"]);
      expect(json.errors.map((error: { field: string }) => error.field)).to.deep.equal([field]);
    });
});
