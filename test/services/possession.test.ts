import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import {
  Assurance,
  CheckOutcome,
  VerificationOutcome,
} from "../../gen/ts/pda/verification/v1/authenticity.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { asMerchant, operator } from "../support/service.ts";
import {
  challengeFor,
  type Prover,
  prover,
  type Signed,
  signatureOf,
  verifyProof,
  withProof,
} from "./support/prover.ts";
import { anonymous, failedChecks, publicUrl, Registry } from "./support/registry.ts";

const NOT_ACCEPTED = ["proof_of_possession: PROOF_NOT_ACCEPTED"];

describe("proof of possession", function () {
  this.timeout(60_000);
  let registry: Registry;
  let database: pg.Client;
  let publisherId: string;
  let device: Prover;
  let second: Prover;

  before(async () => {
    registry = await Registry.start();
    database = new pg.Client({ connectionString: registry.harness.url });
    await database.connect();
    ({ publisherId } = await registry.publisher());
    device = await prover(registry, publisherId);
    second = await prover(registry, publisherId, "04:A2:B4");
  });
  after(async () => {
    await database?.end();
    await registry[Symbol.asyncDispose]();
  });

  const challenges = async (): Promise<number> =>
    (await database.query("select count(*)::int as n from verification_challenge")).rows[0].n;
  /** What is answered to a proof over a new challenge, with something changed. */
  const attempt = async (over: Signed = {}, as = anonymous) => {
    const challenge = await challengeFor(registry, device.assetId);
    const request = withProof(device, challenge.nonce, signatureOf(device, challenge, over));
    return verifyProof(registry, request, { as });
  };

  describe("a challenge", () => {
    it("is 32 random bytes for the asset and this service, for 60 seconds", async () => {
      const before = Date.now();
      const one = await challengeFor(registry, device.assetId);
      const other = await challengeFor(registry, device.assetId);
      expect(Buffer.from(one.nonce, "base64url")).to.have.length(32);
      expect(one.nonce).to.match(/^[A-Za-z0-9_-]{43}$/);
      expect(other.nonce).to.not.equal(one.nonce);
      expect(one).to.include({ assetId: device.assetId, audience: publicUrl });
      const end = Number(one.expireTime!.seconds) * 1000 + one.expireTime!.nanos / 1e6;
      expect(end).to.be.within(before + 59_000, Date.now() + 61_000);
    });

    it("is for the audience that was named", async () => {
      const { audience } = await challengeFor(registry, device.assetId, "shop-7");
      expect(audience).to.equal("shop-7");
    });

    it("is given for an asset that does not exist, in the same way", async () => {
      const assetId = newId("asset");
      const { expireTime: _, nonce, ...unknown } = await challengeFor(registry, assetId);
      expect(unknown).to.deep.equal({ assetId, audience: publicUrl });
      expect(nonce).to.have.length(43);
    });

    for (const [what, over] of Object.entries({
      "an empty audience": { audience: "" },
      "an audience with a blank": { audience: "a b" },
      "an audience of 256 characters": { audience: "a".repeat(256) },
      "an audience beyond ASCII": { audience: "café" },
      "an identifier of another kind": { assetId: newId("payment") },
      "no asset": { assetId: "" },
    }))
      it(`is refused for ${what}`, async () => {
        const asked = { assetId: device.assetId, ...over };
        const failure = await registry.harness.failure("CreateChallenge", asked, { as: anonymous });
        expect(failure.entry).to.equal("INVALID_ARGUMENT");
      });

    it("is the same again under an idempotency key, but never a stranger's", async () => {
      const create = (as: typeof anonymous) =>
        registry.harness.callWhole<{ challenge: { nonce: string } }>(
          "CreateChallenge",
          { assetId: device.assetId },
          { as, key: "one" },
        );
      const [first, again] = [await create(operator), await create(operator)];
      expect(again.replayed).to.equal(true);
      expect(again.response.challenge.nonce).to.equal(first.response.challenge.nonce);
      const [anyone, somebodyElse] = [await create(anonymous), await create(anonymous)];
      expect(somebodyElse.replayed).to.equal(false);
      expect(somebodyElse.response.challenge.nonce).to.not.equal(anyone.response.challenge.nonce);
    });
  });

  it("keeps challenges where a crash of the database takes them away rather than bring used ones back", async () => {
    const { rows } = await database.query(
      "select relpersistence as kept from pg_class where relname like 'verification_challenge%'",
    );
    expect(rows.map(({ kept }) => kept)).to.deep.equal(["u", "u"]);
  });

  it("makes the assurance proof_of_possession, and uses the challenge up", async () => {
    const challenge = await challengeFor(registry, device.assetId);
    const before = await challenges();
    const answer = await verifyProof(
      registry,
      withProof(device, challenge.nonce, signatureOf(device, challenge)),
    );
    expect(answer).to.include({
      assetId: device.assetId,
      trusted: true,
      outcome: VerificationOutcome.VERIFICATION_OUTCOME_PASSED,
      assurance: Assurance.ASSURANCE_PROOF_OF_POSSESSION,
    });
    expect(answer.checks.map(({ outcome }) => outcome)).to.deep.equal(
      Array(11).fill(CheckOutcome.CHECK_OUTCOME_PASSED),
    );
    expect(answer.checks.at(-1)?.check).to.equal("proof_of_possession");
    expect(await challenges()).to.equal(before - 1);
  });

  it("holds for the audience that the challenge was made for", async () => {
    const challenge = await challengeFor(registry, device.assetId, "shop-7");
    const right = withProof(device, challenge.nonce, signatureOf(device, challenge));
    expect((await verifyProof(registry, right)).trusted).to.equal(true);
  });

  it("counts once: again, it is not accepted", async () => {
    const challenge = await challengeFor(registry, device.assetId);
    const request = withProof(device, challenge.nonce, signatureOf(device, challenge));
    expect((await verifyProof(registry, request)).trusted).to.equal(true);
    const again = await verifyProof(registry, request);
    expect(again).to.include({ trusted: false, assurance: Assurance.ASSURANCE_NONE });
    expect(failedChecks(again)).to.deep.equal(NOT_ACCEPTED);
    expect(failedChecks(await verifyProof(registry, request, { as: operator }))).to.deep.equal([
      "proof_of_possession: CHALLENGE_UNKNOWN",
    ]);
  });

  const otherKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const wrong: Record<string, () => Signed> = {
    "by another key": () => ({ key: otherKey }),
    "by a key of another curve": () => ({
      key: generateKeyPairSync("ec", { namedCurve: "secp256k1" }).privateKey,
    }),
    "by the device of another asset": () => ({ key: second.key }),
    "for another asset": () => ({ assetId: second.assetId }),
    "for another audience": () => ({ audience: "https://localhost:8444" }),
    "with another certificate": () => ({ certificate: second.deviceCertificate }),
    "over another nonce": () => ({ nonce: Buffer.alloc(32, 1).toString("base64url") }),
    "under another label": () => ({ label: "PDA-POP-v2" }),
  };
  for (const [what, over] of Object.entries(wrong))
    it(`does not accept a signature ${what}`, async () => {
      const answer = await attempt(over());
      expect(answer).to.include({
        trusted: false,
        outcome: VerificationOutcome.VERIFICATION_OUTCOME_FAILED,
        assurance: Assurance.ASSURANCE_NONE,
      });
      expect(failedChecks(answer)).to.deep.equal(NOT_ACCEPTED);
      expect(failedChecks(await attempt(over(), operator))).to.deep.equal([
        "proof_of_possession: PROOF_INVALID",
      ]);
    });

  it("uses the challenge of a wrong proof up as well, so that nobody can try twice", async () => {
    const challenge = await challengeFor(registry, device.assetId);
    const bad = withProof(device, challenge.nonce, signatureOf(device, challenge, { key: otherKey }));
    expect((await verifyProof(registry, bad)).trusted).to.equal(false);
    const good = withProof(device, challenge.nonce, signatureOf(device, challenge));
    expect(failedChecks(await verifyProof(registry, good))).to.deep.equal(NOT_ACCEPTED);
  });

  it("uses it up also where the certificate leads to no root of ours", async () => {
    const { foreignCa } = await import("./support/openssl.ts");
    const challenge = await challengeFor(registry, device.assetId);
    const { ca } = foreignCa("/O=Somebody else");
    const stranger = withProof(
      { ...device, deviceCertificate: ca },
      challenge.nonce,
      signatureOf(device, challenge),
    );
    expect((await verifyProof(registry, stranger)).trusted).to.equal(false);
    const good = withProof(device, challenge.nonce, signatureOf(device, challenge));
    expect((await verifyProof(registry, good)).trusted).to.equal(false);
  });

  it("leaves the challenge alone when the request cannot be judged", async () => {
    const challenge = await challengeFor(registry, device.assetId);
    const signature = signatureOf(device, challenge);
    const unreadable = { ...device, deviceCertificate: "not a certificate" };
    const failure = await registry.harness.failure(
      "VerifyAuthenticity",
      withProof(unreadable, challenge.nonce, signature),
      { as: anonymous },
    );
    expect(failure.entry).to.equal("UNREADABLE_CERTIFICATE");
    const request = withProof(device, challenge.nonce, signature);
    expect((await verifyProof(registry, request)).trusted).to.equal(true);
  });

  it("does not accept a challenge that was made for another asset", async () => {
    const challenge = await challengeFor(registry, second.assetId);
    const signed = { ...challenge, assetId: device.assetId };
    for (const [as, reason] of [
      [anonymous, "PROOF_NOT_ACCEPTED"],
      [operator, "CHALLENGE_UNKNOWN"],
    ] as const) {
      const request = withProof(device, challenge.nonce, signatureOf(device, signed));
      expect(failedChecks(await verifyProof(registry, request, { as }))).to.deep.equal([
        `proof_of_possession: ${reason}`,
      ]);
    }
    const another = await challengeFor(registry, second.assetId);
    const request = withProof(
      device,
      another.nonce,
      signatureOf(device, { ...another, assetId: device.assetId }),
    );
    expect(failedChecks(await verifyProof(registry, request, { as: operator }))).to.deep.equal([
      "proof_of_possession: CHALLENGE_OF_OTHER_ASSET",
    ]);
  });

  it("does not accept a challenge whose time is over", async () => {
    const challenge = await challengeFor(registry, device.assetId);
    const nonce = Buffer.from(challenge.nonce, "base64url");
    await database.query("update verification_challenge set expires_at = now() where nonce = $1", [nonce]);
    const request = withProof(device, challenge.nonce, signatureOf(device, challenge));
    expect(failedChecks(await verifyProof(registry, request, { as: operator }))).to.deep.equal([
      "proof_of_possession: CHALLENGE_EXPIRED",
    ]);
    expect(failedChecks(await verifyProof(registry, request, { as: operator }))).to.deep.equal([
      "proof_of_possession: CHALLENGE_UNKNOWN",
    ]);
  });

  it("does not accept a nonce that was never given", async () => {
    const challenge = { ...(await challengeFor(registry, device.assetId)), nonce: "A".repeat(43) };
    const request = withProof(device, challenge.nonce, signatureOf(device, challenge));
    expect(failedChecks(await verifyProof(registry, request))).to.deep.equal(NOT_ACCEPTED);
  });

  it("does not outweigh anything else: a revoked asset stays revoked", async () => {
    const gone = await prover(registry, publisherId, "04:A2:B5");
    const { assetId } = gone;
    await registry.harness.call("RevokeAsset", { publisherId, assetId });
    const challenge = await challengeFor(registry, assetId);
    const request = withProof(gone, challenge.nonce, signatureOf(gone, challenge));
    const answer = await verifyProof(registry, request);
    expect(answer).to.include({ trusted: false, assurance: Assurance.ASSURANCE_NONE });
    expect(failedChecks(answer)).to.deep.equal(["lifecycle: ASSET_REVOKED"]);
  });

  it("tells nobody whether an asset exists: unknown and wrong asset answer alike, with a good signature too", async () => {
    const answers = [];
    for (const assetId of [newId("asset"), second.assetId]) {
      const challenge = await challengeFor(registry, assetId);
      const request = withProof({ ...device, assetId }, challenge.nonce, signatureOf(device, challenge));
      const answer = await verifyProof(registry, request);
      answers.push({ ...answer, assetId: "", evaluateTime: undefined, expireTime: undefined });
    }
    expect(failedChecks(answers[0]!)).to.deep.equal(["asset_known: ASSET_NOT_RECOGNISED"]);
    expect(answers[1]).to.deep.equal(answers[0]);
  });

  describe("input of another form is refused, and uses nothing up", () => {
    const bytes = (length: number) => Buffer.alloc(length, 7).toString("base64url");
    const forms: Record<string, (signature: string) => { nonce?: string; signature?: string }> = {
      "a nonce of 31 bytes": () => ({ nonce: bytes(31) }),
      "a nonce of 33 bytes": () => ({ nonce: bytes(33) }),
      "no nonce": () => ({ nonce: "" }),
      "a nonce in base64": () => ({ nonce: `${bytes(32)}=` }),
      "a nonce whose last bits are set": () => ({ nonce: `${bytes(32).slice(0, -1)}d` }),
      "a truncated signature": (signature) => ({ signature: signature.slice(0, -2) }),
      "a signature of 63 bytes": () => ({ signature: bytes(63) }),
      "a signature of 65 bytes": () => ({ signature: bytes(65) }),
      "no signature": () => ({ signature: "" }),
      "a signature in base64": (signature) => ({ signature: `${signature}==` }),
      "a signature whose last bits are set": (signature) => ({
        signature: `${signature.slice(0, -1)}${signature.endsWith("B") ? "C" : "B"}`,
      }),
      "a signature in DER": () => ({
        signature: Buffer.concat([Buffer.from("3045022100", "hex"), Buffer.alloc(66, 9)]).toString(
          "base64url",
        ),
      }),
      "a signature in hexadecimal": (signature) => ({
        signature: Buffer.from(signature, "base64url").toString("hex"),
      }),
    };
    for (const [what, over] of Object.entries(forms))
      it(what, async () => {
        const challenge = await challengeFor(registry, device.assetId);
        const before = await challenges();
        const right = { nonce: challenge.nonce, signature: signatureOf(device, challenge) };
        const { nonce, signature } = { ...right, ...over(right.signature) };
        const request = withProof(device, nonce, signature);
        const failure = await registry.harness.failure("VerifyAuthenticity", request, { as: anonymous });
        expect(failure.entry).to.equal("INVALID_ARGUMENT");
        expect(failure.violations.map(({ field }) => field)).to.deep.equal([
          `proof.challenge_signature.${over("").nonce === undefined ? "signature" : "nonce"}`,
        ]);
        expect(await challenges()).to.equal(before);
      });

    it("a proof of no kind", async () => {
      const request = { assetId: device.assetId, deviceCertificate: device.deviceCertificate, proof: {} };
      const failure = await registry.harness.failure("VerifyAuthenticity", request, { as: anonymous });
      expect(failure.entry).to.equal("INVALID_ARGUMENT");
      expect(failure.violations.map(({ field }) => field)).to.deep.equal(["proof"]);
    });
  });

  describe("under an idempotency key", () => {
    const merchant = asMerchant(newId("merchant"));

    it("is answered the same again, though the challenge is gone", async () => {
      const challenge = await challengeFor(registry, device.assetId);
      const request = withProof(device, challenge.nonce, signatureOf(device, challenge));
      const call = () =>
        registry.harness.callWhole("VerifyAuthenticity", request, { as: merchant, key: "tap-1" });
      const [first, again] = [await call(), await call()];
      expect([first.replayed, again.replayed]).to.deep.equal([false, true]);
      expect(again.bytes).to.deep.equal(first.bytes);
      expect((first.response as { authenticity: { trusted: boolean } }).authenticity.trusted).to.equal(true);
    });

    it("plays no part for callers without a credential", async () => {
      const challenge = await challengeFor(registry, device.assetId);
      const request = withProof(device, challenge.nonce, signatureOf(device, challenge));
      const options = { as: anonymous, key: "tap-2" };
      expect((await verifyProof(registry, request, options)).trusted).to.equal(true);
      expect((await verifyProof(registry, request, options)).trusted).to.equal(false);
    });

    it("plays no part without a proof: the verdict is of now", async () => {
      const own = await prover(registry, publisherId, "04:A2:B6");
      const { assetId, deviceCertificate } = own;
      const options = { as: merchant, key: "look-1" };
      const request = { assetId, deviceCertificate };
      expect((await verifyProof(registry, request, options)).trusted).to.equal(true);
      await registry.harness.call("RevokeAsset", { publisherId, assetId });
      expect((await verifyProof(registry, request, options)).trusted).to.equal(false);
    });
  });
});
