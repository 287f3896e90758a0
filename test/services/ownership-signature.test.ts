// What a wallet signs to offer and to accept, wrong in every way.
import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { newCode, type Owner, Scene, type Signing, sha256 } from "./support/owner.ts";
import { Registry } from "./support/registry.ts";

const seconds = Math.floor(Date.now() / 1000);
const ed25519 = generateKeyPairSync("ed25519").privateKey;

/** Wrong in every signature. */
const wrong: [string, string, Signing][] = [
  ["an HMAC over it", "JWS_ALGORITHM_NOT_ALLOWED", { header: { alg: "HS256" }, key: Buffer.alloc(32, 1) }],
  ["EdDSA", "JWS_ALGORITHM_NOT_ALLOWED", { header: { alg: "EdDSA" }, key: ed25519 }],
  ["another type", "JWS_TYPE_MISMATCH", { header: { typ: "pda-pay+jws" } }],
  ["the type of a proof", "JWS_TYPE_MISMATCH", { header: { typ: "pda-own+jws" } }],
  ["no type", "JWS_TYPE_MISMATCH", { header: { typ: undefined } }],
  ["a key of its own", "JWS_HEADER_MEMBER_NOT_ALLOWED", { header: { jwk: { kty: "EC" } } }],
  ["another key's name", "JWS_KEY_MISMATCH", { header: { kid: sha256("another key") } }],
  ["a name of a key that is none", "JWS_KEY_MISMATCH", { header: { kid: "key-1" } }],
  ["another audience", "JWS_CLAIM_MISMATCH", { claims: { aud: "https://elsewhere.example" } }],
  ["no nonce", "JWS_CLAIM_MISMATCH", { claims: { nonce: undefined } }],
  ["a nonce that is too short", "JWS_CLAIM_MISMATCH", { claims: { nonce: "abc" } }],
  ["a claim that we do not know", "JWS_CLAIM_UNEXPECTED", { claims: { price: "100" } }],
  ["iat in the future", "JWS_ISSUED_IN_FUTURE", { claims: { iat: seconds + 300, exp: seconds + 400 } }],
  ["exp in the past", "JWS_EXPIRED", { claims: { iat: seconds - 300, exp: seconds - 200 } }],
  ["exp before iat", "JWS_CLAIMS_MALFORMED", { claims: { exp: seconds - 10 } }],
  ["no exp", "JWS_CLAIMS_MALFORMED", { claims: { exp: undefined } }],
  ["exp as text", "JWS_CLAIMS_MALFORMED", { claims: { exp: "tomorrow" } }],
  ["another transfer's name that is none", "JWS_CLAIM_MISMATCH", { claims: { transferId: "trf_1" } }],
];

const wrongOffers: [string, string, Signing][] = [
  ["exp beyond 30 days", "JWS_LIFETIME_TOO_LONG", { seconds: 30 * 86_400 + 1 }],
  ["no recipient", "JWS_CLAIM_MISMATCH", { claims: { toKey: undefined } }],
  ["two kinds of recipient", "JWS_CLAIM_UNEXPECTED", { claims: { claimCodeHash: sha256(newCode()) } }],
  ["a recipient that is no thumbprint", "JWS_CLAIM_MISMATCH", { claims: { toKey: "bob" } }],
  ["seq as text", "JWS_CLAIM_MISMATCH", { claims: { seq: "2" } }],
  ["the first place, which is the publisher's", "JWS_CLAIM_MISMATCH", { claims: { seq: 1 } }],
  ["a broken seq", "JWS_CLAIM_MISMATCH", { claims: { seq: 2.5 } }],
  ["a seq beyond what is stored", "JWS_CLAIM_MISMATCH", { claims: { seq: 2 ** 31 } }],
  ["no hash of the entry before", "JWS_CLAIM_MISMATCH", { claims: { prevEntryHash: undefined } }],
  ["an asset that is none", "JWS_CLAIM_MISMATCH", { claims: { assetId: "watch" } }],
];

const wrongAcceptances: [string, string, Signing][] = [
  ["exp beyond 300 s", "JWS_LIFETIME_TOO_LONG", { seconds: 301 }],
  ["another transfer", "JWS_CLAIM_MISMATCH", { claims: { transferId: newId("transfer") } }],
  ["another new owner", "JWS_CLAIM_MISMATCH", { claims: { newOwnerKey: sha256("carol") } }],
];

describe("signatures about ownership", function () {
  this.timeout(60_000);
  let registry: Registry;
  let scene: Scene;
  let alice: Owner;
  let bob: Owner;
  let assetId: string;

  before(async () => {
    registry = await Registry.start();
    scene = await Scene.of(registry);
    bob = await scene.holder();
    ({ assetId, owner: alice } = await scene.owned());
  });
  after(() => registry[Symbol.asyncDispose]());

  const refused = async (method: string, request: object, field: string, reason: string) => {
    const failure = await scene.failure(method, request);
    expect([failure.entry, failure.reason]).to.deep.equal(["SIGNATURE_REFUSED", reason]);
    expect(failure.violations[0]?.field).to.equal(field);
  };

  for (const [what, reason, over] of [...wrong, ...wrongOffers])
    it(`an offer with ${what} is refused: ${reason}`, async () => {
      const offer = await scene.offerText(alice, assetId, bob, over);
      await refused("OfferTransfer", { walletId: alice.walletId, offer }, "offer", reason);
    });

  for (const [what, reason, over] of [
    ...wrong,
    ...wrongAcceptances,
    ["another offer", "JWS_CLAIM_MISMATCH", { claims: { offerHash: sha256("other") } }] as [
      string,
      string,
      Signing,
    ],
  ])
    it(`an acceptance with ${what} is refused: ${reason}`, async () => {
      const offered = await scene.offer(alice, assetId, bob);
      await refused("AcceptTransfer", await scene.acceptance(bob, offered, over), "acceptance", reason);
      const { transferId } = offered;
      await scene.call("CancelTransfer", { walletId: alice.walletId, transferId });
    });

  for (const [what, reason, over] of [
    ...wrong,
    ...wrongAcceptances,
    ["another code", "JWS_CLAIM_MISMATCH", { claims: { claimCodeHash: sha256("other") } }] as [
      string,
      string,
      Signing,
    ],
    [
      "an offer in place of the code",
      "JWS_CLAIM_UNEXPECTED",
      { claims: { claimCodeHash: undefined, offerHash: sha256("o") } },
    ] as [string, string, Signing],
  ])
    it(`a claim with ${what} is refused: ${reason}`, async () => {
      const { transferId, claimCode = "" } = await scene.claimCode(await scene.asset());
      await refused("ClaimAsset", await scene.claim(bob, transferId, claimCode, over), "acceptance", reason);
    });

  it("an offer that has just expired is refused, although signatures get a minute for clocks", async () => {
    const { assetId: other, owner } = await scene.owned();
    for (const age of [1, 20, 55]) {
      const iat = Math.floor(Date.now() / 1000) - 100;
      const offer = await scene.offerText(owner, other, bob, { claims: { iat, exp: iat + 100 - age } });
      await refused("OfferTransfer", { walletId: owner.walletId, offer }, "offer", "JWS_EXPIRED");
    }
    expect(
      (await scene.transfers(owner)).filter(
        (transfer) => transfer.assetId === other && transfer.sequence > 1,
      ),
    ).to.deep.equal([]);
  });

  it("may name their own key", async () => {
    const { assetId: other } = await scene.owned(alice);
    const offered = await scene.offer(alice, other, bob, { header: { kid: alice.thumbprint } });
    const acceptance = await scene.acceptance(bob, offered, { header: { kid: bob.thumbprint } });
    await scene.call("AcceptTransfer", acceptance);
    expect(await scene.owns(bob, other)).to.equal(true);
  });

  it("count for the wallet that they are of", async () => {
    const offered = await scene.offer(alice, assetId, bob);
    const carol = await scene.holder();
    const signature = await scene.acceptance(bob, offered, { key: carol.privateKey });
    await refused("AcceptTransfer", signature, "acceptance", "JWS_SIGNATURE_INVALID");
    const foreign = { ...(await scene.acceptance(bob, offered)), walletId: carol.walletId };
    expect((await scene.failure("AcceptTransfer", foreign)).entry).to.equal("NOT_FOUND");
    const offer = await scene.offerText(alice, assetId, bob);
    await refused("OfferTransfer", { walletId: carol.walletId, offer }, "offer", "JWS_SIGNATURE_INVALID");
    for (const [method, request] of [
      ["OfferTransfer", { offer }],
      ["AcceptTransfer", signature],
      ["ClaimAsset", await scene.claim(bob, offered.transferId, newCode())],
      ["ListOwnedAssets", {}],
      ["ListTransfers", {}],
    ] as const)
      expect((await scene.failure(method, { ...request, walletId: newId("wallet") })).entry).to.equal(
        "NOT_FOUND",
      );
  });

  it("an offer is no acceptance, and an acceptance no offer", async () => {
    const { assetId: other } = await scene.owned(alice);
    const offered = await scene.offer(alice, other, bob);
    const { transferId } = offered;
    const acceptance = await scene.offerText(bob, other, alice, { claims: { transferId }, seconds: 60 });
    await refused(
      "AcceptTransfer",
      { walletId: bob.walletId, transferId, acceptance },
      "acceptance",
      "JWS_CLAIM_UNEXPECTED",
    );
    const { acceptance: offer } = await scene.acceptance(bob, offered);
    await refused("OfferTransfer", { walletId: bob.walletId, offer }, "offer", "JWS_CLAIM_UNEXPECTED");
  });

  it("above 4 KiB, cut off or no JWS at all are refused", async () => {
    const { walletId } = alice;
    for (const [offer, entry] of [
      ["A".repeat(4097), "INVALID_ARGUMENT"],
      ["", "INVALID_ARGUMENT"],
      ["a.b", "SIGNATURE_REFUSED"],
      ["{}.{}.{}", "SIGNATURE_REFUSED"],
      [(await scene.offerText(alice, assetId, bob)).slice(0, -4), "SIGNATURE_REFUSED"],
    ] as const)
      expect((await scene.failure("OfferTransfer", { walletId, offer })).entry).to.equal(entry);
  });
});
