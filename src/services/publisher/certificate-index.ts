import type { PublisherCertificate } from "../../domain/publisher/certificate.ts";
import type { CertificateIndex } from "../../store/publisher/certificates.ts";
import type { Certificate } from "../../trust/certificate.ts";

/** What the registry keeps of a publisher CA certificate, by which it is found again. */
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
