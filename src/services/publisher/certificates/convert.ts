import { CertificateRevocationReason as Reason } from "../../../../gen/ts/pda/publisher/v1/publisher.ts";
import type { RevocationReason } from "../../../domain/certificate/revocation.ts";
import type { PublisherCertificate } from "../../../domain/publisher/certificate.ts";
import type { CertificateIndex } from "../../../store/publisher/certificates.ts";
import type { Certificate } from "../../../trust/certificate.ts";
import { wordOf } from "../../contract/enum.ts";

const reasons: Record<RevocationReason, Reason> = {
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
export function revocationReasonOf(reason: Reason | undefined): RevocationReason {
  return word(reason) ?? "unspecified";
}

/** Returns a revocation reason as the contract shows it. An unspecified reason is absent (RFC 5280 §5.3.1). */
export function revocationReasonToProto(reason: RevocationReason | undefined): Reason | undefined {
  return reason === undefined || reason === "unspecified" ? undefined : reasons[reason];
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
