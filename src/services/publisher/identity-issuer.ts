import type * as proto from "../../../gen/ts/pda/publisher/v1/identity_issuer_service.ts";
import { CertificateStatus } from "../../../gen/ts/pda/publisher/v1/publisher.ts";
import type { IdentityIssuer } from "../../domain/publisher/identity-issuer.ts";
import type { PublisherCertificateReader } from "../../store/publisher/certificates.ts";
import { type Certificate, parseCertificate } from "../../trust/certificate.ts";
import { uriOf } from "../../trust/path/leaf.ts";
import { certificatesToPem } from "../../trust/pem.ts";
import { timestamp } from "../timestamp.ts";
import type { TrustAuthority } from "../trust-authority.ts";

const statuses: Record<IdentityIssuer["status"], CertificateStatus> = {
  active: CertificateStatus.CERTIFICATE_STATUS_ACTIVE,
  revoked: CertificateStatus.CERTIFICATE_STATUS_REVOKED,
};

/** A key that signs digital identities as the contract shows it. @param authority the CA certificate above it */
export function identityIssuerToProto(
  stored: IdentityIssuer,
  authority: Certificate,
  trust: TrustAuthority,
): proto.IdentityIssuer {
  const certificate = parseCertificate(stored.certificate);
  return {
    certificateId: stored.certificateId,
    publisherId: stored.publisherId,
    certificateChain: certificatesToPem([certificate, ...trust.chainOf(authority)]),
    issuer: uriOf(certificate) ?? "",
    status: statuses[stored.status],
    notAfterTime: timestamp(stored.notAfter),
    createTime: timestamp(stored.createdAt),
    revokeTime: stored.revokedAt && timestamp(stored.revokedAt),
  };
}

/** The same with its CA certificate, read from the registry. */
export async function withAuthority(
  stored: IdentityIssuer,
  certificates: PublisherCertificateReader,
  trust: TrustAuthority,
): Promise<proto.IdentityIssuer> {
  const authority = await certificates.get(stored.publisherId, stored.issuerCertificateId);
  if (!authority) throw new Error("a registered issuer has no CA certificate");
  return identityIssuerToProto(stored, parseCertificate(authority.certificate), trust);
}
