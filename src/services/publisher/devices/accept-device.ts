import type { PublisherCertificate } from "../../../domain/publisher/certificate.ts";
import type { Publisher } from "../../../domain/publisher/publisher.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Transaction } from "../../../store/store.ts";
import { judgeCertificates } from "../../../trust/authenticity/certificate-verdict.ts";
import type { RegisteredPublisherCertificate } from "../../../trust/authenticity/facts.ts";
import { evaluateAuthenticity } from "../../../trust/authenticity.ts";
import { attributeValues } from "../../../trust/certificate/name.ts";
import { type Certificate, parseCertificate } from "../../../trust/certificate.ts";
import { enrolmentProblem } from "../../../trust/enrolment.ts";
import { ATTRIBUTE } from "../../../trust/oids.ts";
import { pathAt } from "../../../trust/path.ts";
import type { CertificateChain } from "../../../trust/pem.ts";
import type { Check } from "../../../trust/verdict/check.ts";
import type { TrustAuthority } from "../../authority/trust-authority.ts";
import { evidenceReason } from "../../verification/evidence-reason.ts";
import type { CertifiedDevice } from "./certify-device.ts";

/**
 * Accepts a certificate that the publisher has signed, if the device would be trusted once its asset is active. The verification's own
 * evaluation decides, so that no device is bound that would fail later.
 *
 * @throws Failure EVIDENCE_REFUSED about the field
 */
export async function acceptDevice(
  tx: Transaction,
  trust: TrustAuthority,
  publisher: Publisher,
  device: { readonly assetId: string; readonly serialNumber: string; readonly chain: CertificateChain },
): Promise<CertifiedDevice> {
  const { leaf } = device.chain;
  const { publisherId } = publisher;
  const now = new Date();
  const keyIdentifier = leaf.extensions.authorityKeyIdentifier?.keyIdentifier ?? new Uint8Array();
  const stored = await tx.publisherCertificates.byKeyIdentifier(publisherId, keyIdentifier);
  const registered = stored.map((certificate) => registeredOf(certificate, trust));
  const verdict = judgeCertificates({
    chain: device.chain,
    publisherCertificates: registered.map(({ certificate }) => certificate),
    anchors: trust.anchors,
  });
  const answer = evaluateAuthenticity(
    verdict,
    {
      publisherCertificates: registered,
      asset: { assetId: device.assetId, publisherId, lifecycle: "active", minimumAssurance: "static" },
      device: { fingerprint: leaf.fingerprint, assetId: device.assetId, revokedAt: null },
      validUntil: now,
      proof: null,
    },
    now,
    "publisher",
  );
  const failed = answer.checks.find(({ outcome }) => outcome === "failed");
  if (failed) throw refusal(failed);
  requireSerialNumber(leaf, device.serialNumber);

  const path = pathAt(verdict.paths, now);
  const index = registered.findIndex(
    ({ certificate }) => path.valid && certificate.fingerprint === path.path[1]?.fingerprint,
  );
  const [issuer, authority] = [stored[index], registered[index]];
  if (!issuer || !authority) throw new Error("a trusted device has no registered issuer");
  const problem = enrolmentProblem(leaf, authority.certificate);
  if (problem)
    throw Failure.ofField(
      "device_certificate",
      problem,
      "It does not have the profile of a device certificate.",
    );
  return { certificate: leaf, issuer };
}

function registeredOf(stored: PublisherCertificate, trust: TrustAuthority): RegisteredPublisherCertificate {
  return {
    certificate: parseCertificate(stored.certificate),
    revokedAt: stored.revokedAt ?? null,
    publisherId: stored.publisherId,
    publisherHost: trust.hostOf(stored.publisherId),
    publisherActive: true,
  };
}

function refusal({ check, reason }: Check): Failure {
  if (reason === undefined) throw new Error(`the check ${check} failed without a reason`);
  const violation = {
    field: "device_certificate",
    reason: evidenceReason(reason),
    message: `The check ${check} fails.`,
  };
  return new Failure(violation.reason, {
    violations: [violation],
    message: "Verification would not trust the device certificate.",
  });
}

function requireSerialNumber(leaf: Certificate, serialNumber: string): void {
  const [named, second] = attributeValues(leaf.subject, ATTRIBUTE.serialNumber);
  if (named === serialNumber && second === undefined) return;
  throw Failure.ofField(
    "serial_number",
    "SERIAL_NUMBER_MISMATCH",
    "The subject of the device certificate must contain this serial number exactly once.",
  );
}
