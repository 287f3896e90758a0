// Several verdicts at once: each as its own operation makes it, all about one moment.
import { expect } from "chai";
import * as fc from "fast-check";
import { LifecycleStatus } from "../../gen/ts/pda/asset/v1/asset.ts";
import {
  Assurance,
  CheckOutcome,
  VerificationOutcome,
} from "../../gen/ts/pda/verification/v1/authenticity.ts";
import { type AssetVerdict, VerificationAspect } from "../../gen/ts/pda/verification/v1/verdict.ts";
import type {
  VerifyAssetRequest,
  VerifyAssetResponse,
} from "../../gen/ts/pda/verification/v1/verification_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { newKey, newRequest } from "./support/openssl.ts";
import { challengeFor, prover, signatureOf, withProof } from "./support/prover.ts";
import { anonymous, asPublisher, type BoundAsset, Registry } from "./support/registry.ts";

const {
  VERIFICATION_ASPECT_AUTHENTICITY: AUTHENTICITY,
  VERIFICATION_ASPECT_PUBLISHER: PUBLISHER,
  VERIFICATION_ASPECT_LIFECYCLE: LIFECYCLE,
  VERIFICATION_ASPECT_REVOCATION: REVOCATION,
  VERIFICATION_ASPECT_CAPABILITIES: CAPABILITIES,
} = VerificationAspect;
const everything = [AUTHENTICITY, PUBLISHER, LIFECYCLE, REVOCATION, CAPABILITIES];

/** A verdict without its times. */
const timeless = (verdict: object | undefined): object => {
  const { evaluateTime: _at, expireTime: _until, ...rest } = verdict as Record<string, unknown>;
  return rest;
};

describe("several verdicts on an asset at once", function () {
  this.timeout(120_000);
  let registry: Registry;
  let publisherId: string;
  let publisherCertificate: string;
  let foreignCertificate: string;
  let assets: BoundAsset[];
  const unknown = newId("asset");

  before(async () => {
    registry = await Registry.start();
    ({ publisherId } = await registry.publisher());
    ({ certificate: publisherCertificate } = await registry.certificate(publisherId, newRequest(newKey())));
    const { publisherId: suspended } = await registry.publisher();
    ({ certificate: foreignCertificate } = await registry.certificate(suspended, newRequest(newKey())));
    assets = [];
    for (const change of [[], ["SuspendAsset"], ["RevokeAsset"], ["RetireAsset"]]) {
      const own = await registry.boundAsset(publisherId);
      for (const verb of change) await registry.harness.call(verb, { publisherId, assetId: own.assetId });
      assets.push(own);
    }
    const revokedDevice = await registry.boundAsset(publisherId);
    await registry.harness.call("RevokeDevice", {
      publisherId,
      assetId: revokedDevice.assetId,
      deviceId: revokedDevice.binding.deviceId,
    });
    assets.push(revokedDevice, await registry.boundAsset(suspended));
    await registry.harness.call("SuspendPublisher", { publisherId: suspended });
  });
  after(() => registry[Symbol.asyncDispose]());

  const all = async (request: Partial<VerifyAssetRequest>, as = anonymous): Promise<AssetVerdict> =>
    (await registry.harness.call<VerifyAssetResponse>("VerifyAsset", request, { as }))
      .verdict as AssetVerdict;
  const alone = async (method: string, member: string, request: object, as = anonymous): Promise<object> =>
    timeless((await registry.harness.call<Record<string, object>>(method, request, { as }))[member]);

  it("say what each operation says alone, for every mixture of what is asked and shown", async () => {
    const questions = fc.record({
      which: fc.nat(assets.length),
      shown: fc.nat(assets.length - 1),
      checks: fc.subarray(everything, { minLength: 1 }),
      expected: fc.subarray([
        LifecycleStatus.LIFECYCLE_STATUS_ACTIVE,
        LifecycleStatus.LIFECYCLE_STATUS_SUSPENDED,
      ]),
      capabilities: fc.subarray(["transfer", "redeem", "fly"]),
      certificate: fc.constantFrom(undefined, publisherCertificate, foreignCertificate, registry.root),
      as: fc.constantFrom(anonymous, asPublisher(publisherId)),
    });
    await fc.assert(
      fc.asyncProperty(
        questions,
        async ({ which, shown, checks, expected, capabilities, certificate, as }) => {
          const asset = assets[which];
          const assetId = asset?.assetId ?? unknown;
          const deviceCertificate = assets[shown]!.binding.deviceCertificate;
          const request = { assetId, checks, deviceCertificate, expected, capabilities };
          const verdict = await all({ ...request, publisherCertificate: certificate }, as);
          const parts: Record<number, () => Promise<object>> = {
            [AUTHENTICITY]: () =>
              alone("VerifyAuthenticity", "authenticity", { assetId, deviceCertificate }, as),
            [PUBLISHER]: async () => {
              const ofNobody = newId("publisher");
              const asked = {
                publisherId: asset?.publisherId ?? ofNobody,
                publisherCertificate: certificate,
              };
              const answer = await alone("VerifyPublisher", "publisher", asked, as);
              return asset ? answer : { ...answer, publisherId: undefined };
            },
            [LIFECYCLE]: () => alone("VerifyLifecycle", "lifecycle", { assetId, expected }, as),
            [REVOCATION]: () => alone("VerifyRevocation", "revocation", { assetId, deviceCertificate }, as),
            [CAPABILITIES]: () => alone("VerifyCapabilities", "capabilities", { assetId, capabilities }, as),
          };
          const { authenticity, publisher, lifecycle, revocation, capabilities: capable } = verdict;
          const given = { 1: authenticity, 2: publisher, 3: lifecycle, 4: revocation, 5: capable };
          let passed = true;
          for (const [aspect, part] of Object.entries(given)) {
            const asked = (checks as number[]).includes(Number(aspect));
            expect(part !== undefined, `part ${aspect}`).to.equal(asked);
            if (!part) continue;
            expect(timeless(part)).to.deep.equal(await parts[Number(aspect)]!());
            if (part.outcome !== VerificationOutcome.VERIFICATION_OUTCOME_PASSED) passed = false;
          }
          expect(verdict.verified).to.equal(passed);
          expect(verdict.outcome === VerificationOutcome.VERIFICATION_OUTCOME_PASSED).to.equal(passed);
        },
      ),
      { numRuns: 120 },
    );
  });

  it("are about one moment, whatever changes meanwhile", async () => {
    const { assetId, binding } = await registry.boundAsset(publisherId);
    let going = true;
    const changing = (async () => {
      while (going) {
        await registry.harness.call("SuspendAsset", { publisherId, assetId });
        await registry.harness.call("ResumeAsset", { publisherId, assetId });
      }
    })();
    const seen = new Set<boolean>();
    for (let round = 0; round < 12; round++) {
      const verdicts = await Promise.all(
        Array.from({ length: 10 }, () =>
          all({ assetId, checks: everything, deviceCertificate: binding.deviceCertificate }),
        ),
      );
      for (const { authenticity, lifecycle, capabilities } of verdicts) {
        expect(lifecycle?.usable).to.equal(authenticity?.trusted);
        expect(capabilities?.capabilities.includes("transfer")).to.equal(authenticity?.trusted);
        seen.add(authenticity?.trusted === true);
      }
    }
    going = false;
    await changing;
    expect([...seen].sort(), "both states were met").to.deep.equal([false, true]);
  });

  it("use a proof up once, and only when authenticity is asked for", async () => {
    const device = await prover(registry, publisherId);
    const challenge = await challengeFor(registry, device.assetId);
    const request = withProof(device, challenge.nonce, signatureOf(device, challenge));
    const checks = everything.filter((aspect) => aspect !== AUTHENTICITY);
    expect((await all({ ...(request as object), checks })).verified).to.equal(true);
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, () => all({ ...(request as object), checks: everything, receipt: true })),
    );
    const proven = verdicts.filter(({ authenticity }) => authenticity?.trusted);
    expect(proven).to.have.length(1);
    expect(proven[0]).to.include({ verified: true });
    expect(proven[0]?.authenticity?.assurance).to.equal(Assurance.ASSURANCE_PROOF_OF_POSSESSION);
    expect(proven[0]?.authenticity?.receipt).to.be.a("string");
    for (const { authenticity } of verdicts.filter((one) => one !== proven[0]))
      expect(authenticity?.checks.at(-1)?.outcome).to.equal(CheckOutcome.CHECK_OUTCOME_FAILED);
  });

  it("for authenticity need what names the device, and something has to be asked", async () => {
    const [{ assetId } = { assetId: "" }] = assets;
    const needy = await registry.harness.failure("VerifyAsset", { assetId, checks: [AUTHENTICITY] });
    expect(needy.entry).to.equal("INVALID_ARGUMENT");
    expect(needy.violations[0]?.field).to.equal("device_certificate");
    expect((await registry.harness.failure("VerifyAsset", { assetId, checks: [] })).entry).to.equal(
      "INVALID_ARGUMENT",
    );
    const repeated = { assetId, checks: [LIFECYCLE, LIFECYCLE] };
    expect((await registry.harness.failure("VerifyAsset", repeated)).entry).to.equal("INVALID_ARGUMENT");
    expect((await all({ assetId, checks: [LIFECYCLE] })).verified).to.equal(true);
  });
});
