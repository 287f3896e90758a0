import * as proto from "../../../../gen/ts/pda/publisher/v1/publisher.ts";
import type { RevocationReason } from "../../../domain/certificate/revocation.ts";
import type { PublisherCertificate } from "../../../domain/publisher/certificate.ts";
import type { CertificateIndex } from "../../../store/publisher/certificates.ts";
import { type Certificate, parseCertificate } from "../../../trust/certificate.ts";
import type { TrustAuthority } from "../../authority/trust-authority.ts";
import { wordOf } from "../../contract/enum.ts";
import { registeredToProto } from "../../contract/registered-certificate.ts";

const { CertificateRevocationReason: Reason, CertificateStatus: Status } = proto;

export const reasons: Record<RevocationReason, proto.CertificateRevocationReason> = {
  unspecified: Reason.CERTIFICATE_REVOCATION_REASON_UNSPECIFIED,
  key_compromise: Reason.CERTIFICATE_REVOCATION_REASON_KEY_COMPROMISE,
  ca_compromise: Reason.CERTIFICATE_REVOCATION_REASON_CA_COMPROMISE,
  affiliation_changed: Reason.CERTIFICATE_REVOCATION_REASON_AFFILIATION_CHANGED,
  superseded: Reason.CERTIFICATE_REVOCATION_REASON_SUPERSEDED,
  cessation_of_operation: Reason.CERTIFICATE_REVOCATION_REASON_CESSATION_OF_OPERATION,
  privilege_withdrawn: Reason.CERTIFICATE_REVOCATION_REASON_PRIVILEGE_WITHDRAWN,
};
const word = wordOf(reasons);

/** Returns the reason that a request states; `unspecified` when it states none. */
export function revocationReasonOf(reason: proto.CertificateRevocationReason | undefined): RevocationReason {
  return word(reason) ?? "unspecified";
}

export const statuses: Record<PublisherCertificate["status"], proto.CertificateStatus> = {
  active: Status.CERTIFICATE_STATUS_ACTIVE,
  revoked: Status.CERTIFICATE_STATUS_REVOKED,
};

/** Returns a publisher's CA certificate as the contract shows it, with the chain up to its root. */
export function publisherCertificateToProto(
  stored: PublisherCertificate,
  trust: TrustAuthority,
): proto.PublisherCertificate {
  const chain = trust.chainOf(parseCertificate(stored.certificate));
  return {
    publisherId: stored.publisherId,
    ...registeredToProto(stored, chain, { statuses, reasons }),
  };
}

/** Returns the registry's columns of a publisher CA certificate, with the values by which the certificate is looked up. */
export function registryEntry(
  certificate: Certificate,
): CertificateIndex & Pick<PublisherCertificate, "certificate" | "notBefore" | "notAfter"> {
  const { subjectKeyIdentifier } = certificate.extensions;
  if (!subjectKeyIdentifier) throw new Error("a CA certificate was issued without a key identifier");
  return {
    certificate: certificate.der,
    serialNumber: certificate.serialHex,
    keyIdentifier: subjectKeyIdentifier,
    fingerprint: Buffer.from(certificate.fingerprint, "hex"),
    notBefore: certificate.notBefore,
    notAfter: certificate.notAfter,
  };
}
