import { expect } from "chai";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { asMerchant } from "../support/service.ts";
import { newNonce, type Owner, Scene, type Signing, signed } from "./support/owner.ts";
import { challengeFor } from "./support/prover.ts";
import { anonymous, publicUrl, Registry } from "./support/registry.ts";

describe("proof of ownership", function () {
  this.timeout(60_000);
  let registry: Registry;
  let scene: Scene;
  let owner: Owner;
  let other: Owner;
  let assetId: string;

  before(async () => {
    registry = await Registry.start();
    scene = await Scene.of(registry);
    other = await scene.holder();
    ({ assetId, owner } = await scene.owned());
  });
  after(() => registry[Symbol.asyncDispose]());

  it("says true to the owner's signature over a challenge, once", async () => {
    const proof = await scene.proof(owner, assetId);
    const as = asMerchant("mer_01h455vb4pex5vsknk084sn02q", ["verification.read"]);
    expect(await scene.verify(proof, { as })).to.equal(true);
    expect(await scene.verify(proof, { as })).to.equal(false);
  });

  it("is for callers with verification.read", async () => {
    const proof = await scene.proof(owner, assetId);
    expect((await scene.failure("VerifyOwnership", proof, { as: anonymous })).entry).to.equal(
      "UNAUTHENTICATED",
    );
    const as = asMerchant("mer_01h455vb4pex5vsknk084sn02q", ["payments.read"]);
    expect((await scene.failure("VerifyOwnership", proof, { as })).entry).to.equal("PERMISSION_DENIED");
  });

  it("says the same to everything else, and nothing more than that", async () => {
    const { publisherId } = scene;
    const suspended = (await scene.owned(owner)).assetId;
    await scene.call("SuspendAsset", { publisherId, assetId: suspended });
    const unknown = newId("asset");
    const foreignNonce = (await challengeFor(registry, (await scene.owned(owner)).assetId)).nonce;
    const audienced = await challengeFor(registry, assetId, "shop-7");
    const shown = await registry.harness.call<{ ownership: object }>(
      "VerifyOwnership",
      await scene.proof(other, assetId),
    );
    expect(Object.keys(shown.ownership).sort()).to.deep.equal(["assetId", "evaluateTime", "owned"]);
    const stranger = await scene
      .holder()
      .then((made) => ({ ...made, thumbprint: newNonce() + newNonce().slice(0, 20) + "A" }));
    const refused: [string, { assetId: string; proof: string }][] = [
      ["not the owner", await scene.proof(other, assetId)],
      [
        "the owner's name on another's signature",
        await scene.proof(other, assetId, { header: { kid: owner.thumbprint } }),
      ],
      [
        "the other's name on the owner's signature",
        await scene.proof(owner, assetId, { header: { kid: other.thumbprint } }),
      ],
      ["a key of no wallet", await scene.proof(stranger, assetId)],
      ["an unknown asset", await scene.proof(owner, unknown)],
      ["an asset that is not in use", await scene.proof(owner, suspended)],
      ["an asset that nobody owns", await scene.proof(owner, await scene.asset())],
      ["a proof for another asset", { ...(await scene.proof(owner, suspended)), assetId }],
      ["a claim for another asset", await scene.proof(owner, assetId, { claims: { assetId: unknown } })],
      [
        "a challenge of another asset",
        await scene.proof(owner, assetId, { claims: { nonce: foreignNonce } }),
      ],
      [
        "a challenge that never was",
        await scene.proof(owner, assetId, { claims: { nonce: "A".repeat(43) } }),
      ],
      [
        "another audience",
        await scene.proof(owner, assetId, { claims: { aud: "https://elsewhere.example" } }),
      ],
      [
        "the audience of us for a challenge of a shop",
        await scene.proof(owner, assetId, { claims: { nonce: audienced.nonce, aud: publicUrl } }),
      ],
      ["a life of more than 60 s", await scene.proof(owner, assetId, { seconds: 61 })],
      ["a claim that we do not know", await scene.proof(owner, assetId, { claims: { scope: "all" } })],
      ["no exp", await scene.proof(owner, assetId, { claims: { exp: undefined } })],
    ];
    const seconds = Math.floor(Date.now() / 1000);
    for (const [what, iat] of [
      ["the future", seconds + 120],
      ["the past", seconds - 180],
    ] as const)
      refused.push([what, await scene.proof(owner, assetId, { claims: { iat, exp: iat + 60 } })]);
    for (const [what, request] of refused) expect(await scene.verify(request), what).to.equal(false);
    expect(await scene.owns(owner, assetId)).to.equal(true);
  });

  it("uses its challenge up, also when it does not hold", async () => {
    const { nonce, audience } = await challengeFor(registry, assetId);
    const sign = (by: Owner, over: Signing = {}) =>
      signed(
        by,
        "pda-own+jws",
        { aud: audience, nonce, assetId },
        { header: { kid: by.thumbprint }, ...over },
      );
    expect(await scene.verify({ assetId, proof: await sign(other) })).to.equal(false);
    expect(await scene.verify({ assetId, proof: await sign(owner) })).to.equal(false);
  });

  it("counts for the audience that asked for the challenge", async () => {
    const { nonce } = await challengeFor(registry, assetId, "shop-7");
    expect(
      await scene.verify(await scene.proof(owner, assetId, { claims: { nonce, aud: "shop-7" } })),
    ).to.equal(true);
  });

  for (const [what, reason, over] of [
    ["another type", "JWS_TYPE_MISMATCH", { header: { typ: "pda-pay+jws" } }],
    ["no type", "JWS_TYPE_MISMATCH", { header: { typ: undefined } }],
    ["no name of a key", "JWS_HEADER_MALFORMED", { header: { kid: undefined } }],
    ["an HMAC", "JWS_ALGORITHM_NOT_ALLOWED", { header: { alg: "HS256" }, key: Buffer.alloc(32, 1) }],
    ["no nonce", "JWS_CLAIMS_MALFORMED", { claims: { nonce: undefined } }],
  ] as const)
    it(`is refused with ${what}: ${reason}`, async () => {
      const failure = await scene.failure("VerifyOwnership", await scene.proof(owner, assetId, over));
      expect([failure.entry, failure.reason]).to.deep.equal(["SIGNATURE_REFUSED", reason]);
      expect(failure.violations[0]?.field).to.equal("proof");
    });

  it("is refused without a signature, cut off, with more parts, and above 4 KiB", async () => {
    const { proof } = await scene.proof(owner, assetId);
    const [header = "", payload = "", signature = ""] = proof.split(".");
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "pda-own+jws", kid: owner.thumbprint }));
    for (const [text, entry] of [
      [`${none.toString("base64url")}.${payload}.`, "SIGNATURE_REFUSED"],
      [`${none.toString("base64url")}.${payload}.${signature}`, "SIGNATURE_REFUSED"],
      [`${header}.${payload}`, "SIGNATURE_REFUSED"],
      [`${proof}.AA`, "SIGNATURE_REFUSED"],
      ["", "INVALID_ARGUMENT"],
      ["A".repeat(4097), "INVALID_ARGUMENT"],
    ] as const)
      expect((await scene.failure("VerifyOwnership", { assetId, proof: text })).entry).to.equal(entry);
  });
});
