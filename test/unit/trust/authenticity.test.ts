import { expect } from "chai";
import {
  certificateVerdictKey,
  judgeCertificates,
} from "../../../src/trust/authenticity/certificate-verdict.ts";
import type { Check } from "../../../src/trust/verdict/check.ts";
import { authenticityChecks } from "../../support/authenticity-checks.ts";
import type {
  AuthenticityFacts,
  RegisteredPublisherCertificate,
} from "../../../src/trust/authenticity/facts.ts";
import { type AuthenticityAnswer, evaluateAuthenticity } from "../../../src/trust/authenticity.ts";
import { type Certificate, parseCertificate } from "../../../src/trust/certificate.ts";
import { signAccessCertificate } from "../../../src/trust/issue/access.ts";
import { certificatesToPem, parseDeviceCertificate } from "../../../src/trust/pem.ts";
import { publisherHost } from "../../../src/trust/profile.ts";
import {
  ASSET,
  ASSET_DOMAIN,
  ISSUED_AT,
  JUDGED_AT,
  MERCHANT,
  makeChain,
  makeRoot,
  OTHER_ASSET,
  OTHER_PUBLISHER,
  PUBLISHER,
} from "./support/chain.ts";
import * as forged from "./support/forge.ts";

const anchorPair = makeRoot();
const chain = makeChain({}, anchorPair);
const foreign = makeChain();
const otherPublisher = makeChain({ publisherId: OTHER_PUBLISHER }, anchorPair);

function registered(
  ca: Certificate,
  change: Partial<RegisteredPublisherCertificate> = {},
): RegisteredPublisherCertificate {
  return {
    certificate: ca,
    revokedAt: null,
    publisherId: PUBLISHER,
    publisherHost: publisherHost(PUBLISHER, ASSET_DOMAIN),
    publisherActive: true,
    ...change,
  };
}

const GOOD: AuthenticityFacts = {
  publisherCertificates: [registered(chain.ca)],
  asset: { assetId: ASSET, publisherId: PUBLISHER, lifecycle: "active", minimumAssurance: "static" },
  device: { fingerprint: chain.device.fingerprint, assetId: ASSET, revokedAt: null },
  validUntil: new Date(JUDGED_AT.getTime() + 300_000),
  proof: null,
};
const goodAsset = GOOD.asset as NonNullable<AuthenticityFacts["asset"]>;

interface Question {
  readonly pem?: string;
  readonly facts?: Partial<AuthenticityFacts>;
  readonly now?: Date;
  readonly audience?: "public" | "publisher";
}

function ask({ pem, facts = {}, now = JUDGED_AT, audience = "public" }: Question = {}): AuthenticityAnswer {
  const all = { ...GOOD, ...facts };
  const verdict = judgeCertificates({
    chain: parseDeviceCertificate(pem ?? certificatesToPem([chain.device])),
    publisherCertificates: all.publisherCertificates.map(({ certificate }) => certificate),
    anchors: [anchorPair.root],
  });
  return evaluateAuthenticity(verdict, all, now, audience);
}

/** "check code reason" of every check that failed. */
function failures(answer: AuthenticityAnswer): string[] {
  return answer.checks
    .filter(({ outcome }) => outcome === "failed")
    .map(({ check, code, reason }) => [check, code, reason].filter((part) => part !== undefined).join(" "));
}

const checkOf = (answer: AuthenticityAnswer, name: string): Check | undefined =>
  answer.checks.find(({ check }) => check === name);

describe("evaluateAuthenticity", () => {
  it("trusts an active asset with its own device, statically", () => {
    const answer = ask();
    expect(answer).to.deep.include({
      trusted: true,
      outcome: "passed",
      assurance: "static",
      evaluatedAt: JUDGED_AT,
    });
    expect(answer.checks.map(({ check }) => check)).to.deep.equal(authenticityChecks);
    expect(answer.checks.map(({ outcome }) => outcome)).to.deep.equal([
      ...Array(10).fill("passed"),
      "skipped",
    ]);
    expect(answer.validUntil).to.deep.equal(GOOD.validUntil);
  });

  it("accepts the chain with the certificate as well as the CA from the registry", () => {
    expect(ask({ pem: certificatesToPem([chain.device, chain.ca, chain.root]) }).trusted).to.equal(true);
  });

  const directlyUnderRoot = signAccessCertificate(
    { certificate: anchorPair.root, key: anchorPair.rootKey },
    {
      holder: { kind: "merchant", merchantId: MERCHANT },
      assetDomain: ASSET_DOMAIN,
      spki: forged.spkiOf(forged.p256()),
      issuedAt: JUDGED_AT,
    },
  );
  const shortCa = makeChain({ caNotAfter: new Date("2027-05-01T00:00:00Z") }, anchorPair);
  const shortDevice = makeChain({ deviceNotAfter: new Date("2027-05-01T00:00:00Z") }, anchorPair);
  const noEku = parseCertificate(
    forged.forge({
      subject: chain.device.subject.encoding,
      issuer: chain.ca.subject.encoding,
      key: chain.deviceKey,
      signingKey: chain.caKey,
      extensions: [
        forged.basicConstraints(false),
        forged.keyUsageBits(forged.DIGITAL_SIGNATURE),
        ...forged.identifiers(chain.deviceKey, chain.caKey),
      ],
    }),
  );
  const device = (certificate: Certificate, assetId: string | null = ASSET) => ({
    fingerprint: certificate.fingerprint,
    assetId,
    revokedAt: null,
  });

  const failing: readonly (readonly [string, Question, readonly string[], (readonly string[])?])[] = [
    [
      "a certificate of a foreign CA",
      { pem: certificatesToPem([foreign.device]), facts: { publisherCertificates: [] } },
      ["certificate_path SVC-4010 CERTIFICATE_NOT_TRUSTED"],
      ["certificate_path SVC-4010 UNKNOWN_ISSUER"],
    ],
    [
      "a foreign chain that brings its own root",
      {
        pem: certificatesToPem([foreign.device, foreign.ca, foreign.root]),
        facts: { publisherCertificates: [] },
      },
      ["certificate_path SVC-4010 CERTIFICATE_NOT_TRUSTED"],
      ["certificate_path SVC-4010 UNKNOWN_ISSUER"],
    ],
    [
      "a revoked publisher certificate",
      { facts: { publisherCertificates: [registered(chain.ca, { revokedAt: ISSUED_AT })] } },
      ["publisher_certificate_revocation SVC-4010 PUBLISHER_CERTIFICATE_REVOKED"],
    ],
    [
      "an expired publisher certificate",
      {
        pem: certificatesToPem([shortCa.device]),
        facts: { publisherCertificates: [registered(shortCa.ca)], device: device(shortCa.device) },
      },
      ["certificate_path SVC-4010 CERTIFICATE_OUTSIDE_VALIDITY"],
      ["certificate_path SVC-4010 EXPIRED"],
    ],
    [
      "an expired device certificate, which is not the publisher certificate",
      {
        pem: certificatesToPem([shortDevice.device]),
        facts: { publisherCertificates: [registered(shortDevice.ca)], device: device(shortDevice.device) },
      },
      ["certificate_path CERTIFICATE_OUTSIDE_VALIDITY"],
      ["certificate_path EXPIRED"],
    ],
    [
      "a CA under our root that is not in the registry",
      { pem: certificatesToPem([chain.device, chain.ca]), facts: { publisherCertificates: [] } },
      ["publisher_status SVC-4010 CERTIFICATE_NOT_TRUSTED", "asset_known ASSET_NOT_RECOGNISED"],
      [
        "publisher_status SVC-4010 PUBLISHER_CERTIFICATE_UNREGISTERED",
        "asset_known ASSET_OF_OTHER_PUBLISHER",
      ],
    ],
    [
      "a suspended publisher",
      { facts: { publisherCertificates: [registered(chain.ca, { publisherActive: false })] } },
      ["publisher_status PUBLISHER_NOT_ACTIVE"],
    ],
    [
      "a merchant's certificate",
      { pem: certificatesToPem([directlyUnderRoot]), facts: { publisherCertificates: [] } },
      ["publisher_status SVC-4010 CERTIFICATE_NOT_TRUSTED", "device_usage NOT_A_DEVICE_CERTIFICATE"],
      [
        "publisher_status SVC-4010 PUBLISHER_CERTIFICATE_UNREGISTERED",
        "device_usage DEVICE_EXTENDED_KEY_USAGE",
      ],
    ],
    [
      "a certificate of the publisher that is not for devices",
      { pem: certificatesToPem([noEku]), facts: { device: device(noEku) } },
      ["device_usage NOT_A_DEVICE_CERTIFICATE"],
      ["device_usage DEVICE_EXTENDED_KEY_USAGE"],
    ],
    [
      "the CA certificate itself",
      { pem: certificatesToPem([chain.ca]), facts: { device: device(chain.ca) } },
      ["publisher_status SVC-4010 CERTIFICATE_NOT_TRUSTED", "device_usage NOT_A_DEVICE_CERTIFICATE"],
      ["publisher_status SVC-4010 PUBLISHER_CERTIFICATE_UNREGISTERED", "device_usage DEVICE_IS_A_CA"],
    ],
    [
      "a revoked device certificate",
      { facts: { device: { fingerprint: chain.device.fingerprint, assetId: ASSET, revokedAt: ISSUED_AT } } },
      ["device_certificate_revocation DEVICE_CERTIFICATE_REVOKED"],
    ],
    ["an unknown asset", { facts: { asset: null } }, ["asset_known ASSET_NOT_RECOGNISED"]],
    [
      "an asset of another publisher",
      { facts: { asset: { ...goodAsset, publisherId: OTHER_PUBLISHER } } },
      ["asset_known ASSET_NOT_RECOGNISED"],
      ["asset_known ASSET_OF_OTHER_PUBLISHER"],
    ],
    [
      "a device that was never registered",
      { facts: { device: null } },
      ["asset_known ASSET_NOT_RECOGNISED"],
      ["device_binding DEVICE_UNREGISTERED"],
    ],
    [
      "a device whose registered certificate is another one",
      { facts: { device: device(otherPublisher.device) } },
      ["asset_known ASSET_NOT_RECOGNISED"],
      ["device_binding DEVICE_UNREGISTERED"],
    ],
    [
      "a device of another asset",
      { facts: { device: device(chain.device, OTHER_ASSET) } },
      ["asset_known ASSET_NOT_RECOGNISED"],
      ["device_binding DEVICE_OF_OTHER_ASSET"],
    ],
    [
      "a certificate that was never bound, whose number a revoked one has",
      { facts: { device: { ...device(chain.device, null), revokedAt: ISSUED_AT } } },
      ["device_certificate_revocation DEVICE_CERTIFICATE_REVOKED", "asset_known ASSET_NOT_RECOGNISED"],
      ["device_certificate_revocation DEVICE_CERTIFICATE_REVOKED", "device_binding DEVICE_UNREGISTERED"],
    ],
    [
      "a registry that binds the device to an asset which its certificate does not name",
      { facts: { asset: { ...goodAsset, assetId: OTHER_ASSET }, device: device(chain.device, OTHER_ASSET) } },
      ["asset_known ASSET_NOT_RECOGNISED"],
      ["device_binding DEVICE_NAME_MISMATCH"],
    ],
    [
      "an asset not yet activated",
      { facts: { asset: { ...goodAsset, lifecycle: "issued" } } },
      ["lifecycle ASSET_NOT_ACTIVE"],
    ],
    [
      "a suspended asset",
      { facts: { asset: { ...goodAsset, lifecycle: "suspended" } } },
      ["lifecycle ASSET_SUSPENDED"],
    ],
    [
      "a revoked asset",
      { facts: { asset: { ...goodAsset, lifecycle: "revoked" } } },
      ["lifecycle ASSET_REVOKED"],
    ],
    [
      "a retired asset",
      { facts: { asset: { ...goodAsset, lifecycle: "retired" } } },
      ["lifecycle ASSET_RETIRED"],
    ],
    [
      "a proof that does not hold",
      { facts: { proof: { accepted: false, reason: "CHALLENGE_UNKNOWN" } } },
      ["proof_of_possession PROOF_NOT_ACCEPTED"],
      ["proof_of_possession CHALLENGE_UNKNOWN"],
    ],
  ];
  for (const [title, question, toPublic, toPublisher = toPublic] of failing) {
    it(`does not trust ${title}`, () => {
      const answer = ask(question);
      expect(answer).to.deep.include({ trusted: false, outcome: "failed", assurance: "none" });
      expect(failures(answer)).to.deep.equal(toPublic);
      expect(failures(ask({ ...question, audience: "publisher" }))).to.deep.equal(toPublisher);
    });
  }

  it("gives the public one answer for an unknown asset, a wrong binding and a foreign one", () => {
    const unknown = ask({ facts: { asset: null } });
    for (const facts of [
      { asset: { ...goodAsset, publisherId: OTHER_PUBLISHER } },
      { device: null },
      { device: device(chain.device, OTHER_ASSET) },
      { asset: { ...goodAsset, assetId: OTHER_ASSET, lifecycle: "revoked" as const } },
      { asset: { ...goodAsset, assetId: OTHER_ASSET, minimumAssurance: "proof_of_possession" as const } },
    ]) {
      expect(ask({ facts })).to.deep.equal(unknown);
    }
    expect(ask({ facts: { asset: null }, audience: "publisher" })).to.deep.equal(unknown);
  });

  it("does not let one publisher's device stand for another's asset", () => {
    const answer = ask({
      pem: certificatesToPem([otherPublisher.device]),
      facts: {
        publisherCertificates: [
          registered(otherPublisher.ca, {
            publisherId: OTHER_PUBLISHER,
            publisherHost: publisherHost(OTHER_PUBLISHER, ASSET_DOMAIN),
          }),
        ],
        device: device(otherPublisher.device),
      },
    });
    expect(failures(answer)).to.deep.equal(["asset_known ASSET_NOT_RECOGNISED"]);
  });

  it("asks for the assurance of the policy: a certificate alone is never more than static", () => {
    const strict = { ...goodAsset, minimumAssurance: "proof_of_possession" as const };
    const bare = ask({ facts: { asset: strict } });
    expect(bare).to.deep.include({ trusted: false, outcome: "indeterminate", assurance: "static" });
    expect(checkOf(bare, "proof_of_possession")).to.deep.equal({
      check: "proof_of_possession",
      outcome: "skipped",
      reason: "ASSURANCE_TOO_LOW",
    });
    const mac = ask({ facts: { asset: strict, proof: { accepted: true, assurance: "dynamic_mac" } } });
    expect(mac).to.deep.include({ trusted: false, assurance: "dynamic_mac" });
    const proven = ask({
      facts: { asset: strict, proof: { accepted: true, assurance: "proof_of_possession" } },
    });
    expect(proven).to.deep.include({ trusted: true, outcome: "passed", assurance: "proof_of_possession" });
    expect(checkOf(proven, "proof_of_possession")?.outcome).to.equal("passed");
  });

  it("is valid no longer than a certificate of the path", () => {
    const soon = makeChain({ deviceNotAfter: new Date(JUDGED_AT.getTime() + 10_000) }, anchorPair);
    const answer = ask({
      pem: certificatesToPem([soon.device]),
      facts: { publisherCertificates: [registered(soon.ca)], device: device(soon.device) },
    });
    expect(answer.trusted).to.equal(true);
    expect(answer.validUntil).to.deep.equal(soon.device.notAfter);
  });

  it("judges one verdict differently as time goes by, so that it can be cached", () => {
    const input = {
      chain: parseDeviceCertificate(certificatesToPem([shortDevice.device])),
      publisherCertificates: [shortDevice.ca],
      anchors: [anchorPair.root],
    };
    const verdict = judgeCertificates(input);
    const facts = {
      ...GOOD,
      publisherCertificates: [registered(shortDevice.ca)],
      device: device(shortDevice.device),
    };
    const early = new Date("2027-04-01T00:00:00Z");
    expect(evaluateAuthenticity(verdict, facts, early, "public").trusted).to.equal(true);
    expect(evaluateAuthenticity(verdict, facts, JUDGED_AT, "public").trusted).to.equal(false);
    expect(certificateVerdictKey(input)).to.match(/^[0-9a-f]{64}$/);
    expect(certificateVerdictKey({ ...input, anchors: [] })).not.to.equal(certificateVerdictKey(input));
    expect(certificateVerdictKey({ ...input, publisherCertificates: [] })).not.to.equal(
      certificateVerdictKey(input),
    );
  });

  it("names algorithms that are not allowed before anything else", () => {
    const weakKey = forged.forge({
      subject: chain.device.subject.encoding,
      issuer: chain.ca.subject.encoding,
      key: chain.deviceKey,
      signingKey: chain.caKey,
      extensions: [forged.basicConstraints(false)],
      innerAlgorithm: SHA1,
      outerAlgorithm: SHA1,
    });
    const answer = ask({ pem: certificatesToPem([parseCertificate(weakKey)]) });
    expect(failures(answer)).to.deep.equal(["certificate_algorithms ALGORITHM_NOT_ALLOWED"]);
    expect(checkOf(answer, "certificate_path")?.outcome).to.equal("skipped");
  });
});

/** ecdsa-with-SHA1 as AlgorithmIdentifier. */
const SHA1 = Buffer.from("300906072a8648ce3d0401", "hex");
