import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import { DeviceKind, DeviceStatus } from "../../gen/ts/pda/publisher/v1/device.ts";
import {
  Assurance,
  type Authenticity,
  CheckOutcome,
  VerificationOutcome,
} from "../../gen/ts/pda/verification/v1/authenticity.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { SigningChip } from "../support/chips.ts";
import { operator } from "../support/service.ts";
import { assetWithChip, type Bound, bindChip, byKey, chipBinding, revoke } from "./support/chips.ts";
import { challengeFor, prover, signatureOf, verifyProof, withProof } from "./support/prover.ts";
import { anonymous, asPublisher, failedChecks, Registry } from "./support/registry.ts";

const UNKNOWN = ["asset_known: ASSET_NOT_RECOGNISED"];
const NOT_ACCEPTED = ["proof_of_possession: PROOF_NOT_ACCEPTED"];
const skippedOf = ({ checks }: Authenticity) =>
  checks.filter(({ outcome }) => outcome === CheckOutcome.CHECK_OUTCOME_SKIPPED).map(({ check }) => check);

describe("a device with a key and no certificate", function () {
  this.timeout(60_000);
  let registry: Registry;
  let publisherId: string;
  let chip: SigningChip;
  let bound: Bound;

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
    chip = new SigningChip();
    bound = await assetWithChip(registry, publisherId, chip);
  });
  after(() => registry[Symbol.asyncDispose]());

  type Over = NonNullable<Parameters<SigningChip["proof"]>[1]>;
  /** What is answered to a proof over a new challenge, with something changed. */
  const attempt = async (over: Over = {}, as = anonymous, assetId = bound.assetId) => {
    const challenge = await challengeFor(registry, assetId);
    return verifyProof(registry, byKey(assetId, chip.proof(challenge, over)), { as });
  };
  const newAsset = async () => (await registry.asset(publisherId)).assetIdentifier;

  describe("is bound", () => {
    it("and shown with its compressed key, without any certificate", () => {
      expect(bound.binding).to.deep.include({
        serialNumber: chip.serialNumber,
        kind: DeviceKind.DEVICE_KIND_RAW_KEY,
        status: DeviceStatus.DEVICE_STATUS_ACTIVE,
        publicKey: chip.publicKey,
        deviceCertificate: "",
        certificateFingerprint: "",
        notAfterTime: undefined,
      });
    });

    for (const [form, keyOf] of [
      ["compressed, base64", (one: SigningChip) => one.compressed.toString("base64")],
      ["uncompressed, hexadecimal", (one: SigningChip) => one.uncompressed.toString("hex")],
      ["uncompressed, base64", (one: SigningChip) => one.uncompressed.toString("base64")],
    ] as const)
      it(`by its key in another form: ${form}`, async () => {
        const one = new SigningChip();
        const assetId = await newAsset();
        const request = chipBinding({ publisherId, assetId }, one);
        const value = { ...request.credential.value, publicKey: keyOf(one) };
        const binding = await registry.bind(publisherId, assetId, {
          ...request,
          credential: { $case: "rawKey", value },
        });
        expect(binding.publicKey).to.equal(one.publicKey);
      });

    const refusals: Record<string, (one: SigningChip, assetId: string) => object> = {
      "by another key": (one, assetId) => one.binding(assetId, { key: new SigningChip().key }),
      "with high s": (one, assetId) => one.binding(assetId, { high: true }),
      "for another asset": (one) => one.binding(bound.assetId),
      "for another serial number": (one, assetId) => one.binding(assetId, { serialNumber: "OTHER" }),
      "that answers a challenge": (one, assetId) => one.binding(assetId, { label: "PDA-POP-v1" }),
    };
    for (const [what, value] of Object.entries(refusals))
      it(`not with a signature ${what}`, async () => {
        const one = new SigningChip();
        const assetId = await newAsset();
        const request = {
          ...chipBinding({ publisherId, assetId }, one),
          credential: { $case: "rawKey", value: value(one, assetId) },
        };
        const failure = await registry.harness.failure("BindDevice", request);
        expect(failure).to.include({ entry: "EVIDENCE_REFUSED", reason: "SIGNATURE_INVALID" });
        expect(failure.violations.map(({ field }) => field)).to.deep.equal(["raw_key.signature"]);
      });

    const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" })
      .publicKey.export({ type: "spki", format: "der" })
      .subarray(-65)
      .toString("hex");
    for (const [what, publicKey, reason] of [
      ["a point of another curve", p256, "PUBLIC_KEY_NOT_ON_CURVE"],
      ["a point beside the curve", `04${"11".repeat(64)}`, "PUBLIC_KEY_NOT_ON_CURVE"],
      ["an x without a point", `02${"0".repeat(63)}5`, "PUBLIC_KEY_NOT_ON_CURVE"],
      ["an x beyond the field", `02${"f".repeat(64)}`, "PUBLIC_KEY_NOT_ON_CURVE"],
      ["base64 of something else", "A".repeat(44), "PUBLIC_KEY_MALFORMED"],
      ["base64 with bits set that hold nothing", `${"A".repeat(86)}B=`, "PUBLIC_KEY_MALFORMED"],
      ["the point at infinity", "00", "WRONG_FORMAT"],
      ["a hybrid point", `06${"1".repeat(128)}`, "WRONG_FORMAT"],
      ["a key that is cut off", `02${"1".repeat(62)}`, "WRONG_FORMAT"],
      ["a megabyte", "0".repeat(1_000_000), "WRONG_FORMAT"],
    ] as const)
      it(`not by ${what}`, async () => {
        const request = chipBinding({ publisherId, assetId: await newAsset() }, new SigningChip());
        const value = { ...request.credential.value, publicKey };
        const failure = await registry.harness.failure("BindDevice", {
          ...request,
          credential: { $case: "rawKey", value },
        });
        expect(failure).to.include({ entry: "INVALID_ARGUMENT", reason });
        expect(failure.violations.map(({ field }) => field)).to.deep.equal(["raw_key.public_key"]);
      });

    it("once at a time, in the whole service: its key is taken for another asset and another publisher", async () => {
      const { publisherId: other } = await registry.publisher("Another Mint");
      for (const owner of [publisherId, other]) {
        const { assetIdentifier: assetId } = await registry.asset(owner);
        const again = new SigningChip();
        const request = chipBinding({ publisherId: owner, assetId }, again);
        const value = chip.binding(assetId, { serialNumber: again.serialNumber });
        const failure = await registry.harness.failure("BindDevice", {
          ...request,
          credential: { $case: "rawKey", value },
        });
        expect(failure).to.include({ entry: "ALREADY_EXISTS", reason: "TAKEN" });
        expect(failure.violations.map(({ field }) => field)).to.deep.equal(["raw_key.public_key"]);
      }
    });
  });

  describe("proves itself", () => {
    it("by a signature alone, which names it: the checks of certificates are skipped", async () => {
      const answer = await attempt();
      expect(answer).to.include({
        assetId: bound.assetId,
        trusted: true,
        outcome: VerificationOutcome.VERIFICATION_OUTCOME_PASSED,
        assurance: Assurance.ASSURANCE_PROOF_OF_POSSESSION,
      });
      expect(failedChecks(answer)).to.deep.equal([]);
      expect(answer.checks).to.have.length(11);
      expect(skippedOf(answer)).to.deep.equal([
        "certificate_format",
        "certificate_algorithms",
        "certificate_path",
        "publisher_certificate_revocation",
        "device_usage",
      ]);
    });

    it("by its key in another form over the same bytes", async () => {
      const challenge = await challengeFor(registry, bound.assetId);
      const publicKey = chip.uncompressed.toString("base64");
      const answer = await verifyProof(
        registry,
        byKey(bound.assetId, { ...chip.proof(challenge), publicKey }),
      );
      expect(answer.trusted).to.equal(true);
    });

    it("once for each challenge", async () => {
      const challenge = await challengeFor(registry, bound.assetId, "shop-7");
      const request = byKey(bound.assetId, chip.proof(challenge));
      expect((await verifyProof(registry, request)).trusted).to.equal(true);
      const again = await verifyProof(registry, request);
      expect(again).to.include({ trusted: false, assurance: Assurance.ASSURANCE_NONE });
      expect(failedChecks(again)).to.deep.equal(NOT_ACCEPTED);
    });

    const wrong: Record<string, () => Over> = {
      "with high s": () => ({ high: true }),
      "by another key": () => ({ key: new SigningChip().key }),
      "by a key of another curve": () => ({
        key: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
      }),
      "for another audience": () => ({ audience: "https://localhost:8444" }),
      "for another asset": () => ({ assetId: newId("asset") }),
      "over another nonce": () => ({ nonce: Buffer.alloc(32, 1).toString("base64url") }),
      "with another key's digest": () => ({ digest: new SigningChip().digest }),
      "that binds": () => ({ label: "PDA-BIND-v1" }),
    };
    for (const [what, over] of Object.entries(wrong))
      it(`not by a signature ${what}`, async () => {
        const answer = await attempt(over());
        expect(answer).to.include({ trusted: false, assurance: Assurance.ASSURANCE_NONE });
        expect(failedChecks(answer)).to.deep.equal(NOT_ACCEPTED);
        expect(failedChecks(await attempt(over(), operator))).to.deep.equal([
          "proof_of_possession: PROOF_INVALID",
        ]);
      });

    it("not once it is revoked, and again once it is bound anew", async () => {
      const one = new SigningChip();
      const first = await assetWithChip(registry, publisherId, one);
      const prove = async (assetId: string, as = anonymous) => {
        const challenge = await challengeFor(registry, assetId);
        return verifyProof(registry, byKey(assetId, one.proof(challenge)), { as });
      };
      expect((await prove(first.assetId)).trusted).to.equal(true);
      await registry.harness.call("RevokeDevice", revoke(first, "Sold on"));
      const revoked = await prove(first.assetId);
      expect(revoked).to.include({ trusted: false, assurance: Assurance.ASSURANCE_NONE });
      expect(failedChecks(revoked)).to.deep.equal(["device_certificate_revocation: DEVICE_REVOKED"]);
      const second = await assetWithChip(registry, publisherId, one);
      expect((await prove(second.assetId)).trusted).to.equal(true);
      expect(failedChecks(await prove(first.assetId))).to.deep.equal(UNKNOWN);
    });

    it("nothing of an asset that is not in use, or of a publisher that is suspended", async () => {
      const one = new SigningChip();
      const { assetId } = await assetWithChip(registry, publisherId, one);
      await registry.harness.call("SuspendAsset", { publisherId, assetId });
      const challenge = await challengeFor(registry, assetId);
      const answer = await verifyProof(registry, byKey(assetId, one.proof(challenge)));
      expect(answer.trusted).to.equal(false);
      expect(failedChecks(answer)).to.deep.equal(["lifecycle: ASSET_SUSPENDED"]);
    });

    it("to nobody whether an asset exists: unknown, another's and another publisher's answer alike", async () => {
      const { publisherId: other } = await registry.publisher("Third Mint");
      const foreign = await assetWithChip(registry, other, new SigningChip());
      const neighbour = await assetWithChip(registry, publisherId, new SigningChip());
      const answers = [];
      for (const assetId of [newId("asset"), foreign.assetId, neighbour.assetId]) {
        const { trusted, outcome, assurance, checks } = await attempt({}, anonymous, assetId);
        answers.push({ trusted, outcome, assurance, checks });
      }
      expect(answers[0]?.trusted).to.equal(false);
      expect(failedChecks(answers[0] as Authenticity)).to.deep.equal(UNKNOWN);
      expect(answers[1]).to.deep.equal(answers[0]);
      expect(answers[2]).to.deep.equal(answers[0]);
      const exact = async (assetId: string, as = operator) => failedChecks(await attempt({}, as, assetId));
      expect(await exact(neighbour.assetId)).to.deep.equal(["device_binding: DEVICE_OF_OTHER_ASSET"]);
      expect(await exact(foreign.assetId)).to.deep.equal(["asset_known: ASSET_OF_OTHER_PUBLISHER"]);
      expect(await exact(foreign.assetId, asPublisher(publisherId))).to.deep.equal(UNKNOWN);
    });

    it("to nobody by a key that was never bound", async () => {
      const stranger = new SigningChip();
      for (const [assetId, as, expected] of [
        [bound.assetId, anonymous, UNKNOWN],
        [newId("asset"), anonymous, UNKNOWN],
        [bound.assetId, operator, ["device_binding: DEVICE_UNREGISTERED"]],
      ] as const) {
        const challenge = await challengeFor(registry, assetId);
        const answer = await verifyProof(registry, byKey(assetId, stranger.proof(challenge)), { as });
        expect(failedChecks(answer)).to.deep.equal(expected);
      }
    });

    for (const [what, publicKey, reason] of [
      ["a point beside the curve", `04${"11".repeat(64)}`, "PUBLIC_KEY_NOT_ON_CURVE"],
      ["a truncated one", `02${"1".repeat(62)}`, "WRONG_FORMAT"],
    ] as const)
      it(`not by ${what} as its key: that is refused and uses nothing up`, async () => {
        const challenge = await challengeFor(registry, bound.assetId);
        const request = byKey(bound.assetId, { ...chip.proof(challenge), publicKey });
        const failure = await registry.harness.failure("VerifyAuthenticity", request, { as: anonymous });
        expect(failure).to.include({ entry: "INVALID_ARGUMENT", reason });
        expect(failure.violations.map(({ field }) => field)).to.deep.equal([
          "proof.key_signature.public_key",
        ]);
        expect((await verifyProof(registry, byKey(bound.assetId, chip.proof(challenge)))).trusted).to.equal(
          true,
        );
      });
  });

  describe("beside a certificate", () => {
    it("both have to hold for the asset", async () => {
      const certified = await prover(registry, publisherId);
      const { assetId, deviceCertificate } = certified;
      const second = new SigningChip();
      await bindChip(registry, { publisherId, assetId }, second);
      const proven = async (one: SigningChip) => {
        const challenge = await challengeFor(registry, assetId);
        return { ...byKey(assetId, one.proof(challenge)), deviceCertificate };
      };
      const answer = await verifyProof(registry, await proven(second));
      expect(answer).to.include({ trusted: true, assurance: Assurance.ASSURANCE_PROOF_OF_POSSESSION });
      expect(skippedOf(answer)).to.deep.equal([]);
      const foreign = await proven(chip);
      expect(failedChecks(await verifyProof(registry, foreign))).to.deep.equal(NOT_ACCEPTED);
      expect(failedChecks(await verifyProof(registry, await proven(chip), { as: operator }))).to.deep.equal([
        "proof_of_possession: PROOF_OF_UNBOUND_DEVICE",
      ]);
    });

    it("the signature of a certificate's device names no device, so the certificate is required", async () => {
      const certified = await prover(registry, publisherId);
      const challenge = await challengeFor(registry, certified.assetId);
      const signature = signatureOf(certified, challenge);
      const { deviceCertificate: _, ...request } = withProof(certified, challenge.nonce, signature);
      for (const asked of [request, { assetId: certified.assetId }]) {
        const failure = await registry.harness.failure("VerifyAuthenticity", asked, { as: anonymous });
        expect(failure).to.include({ entry: "INVALID_ARGUMENT", reason: "REQUIRED" });
        expect(failure.violations.map(({ field }) => field)).to.deep.equal(["device_certificate"]);
      }
      const whole = withProof(certified, challenge.nonce, signature);
      expect((await verifyProof(registry, whole)).trusted).to.equal(true);
    });
  });
});
