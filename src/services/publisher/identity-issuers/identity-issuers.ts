import type * as proto from "../../../../gen/ts/pda/publisher/v1/identity_issuer_service.ts";
import { CertificateStatus } from "../../../../gen/ts/pda/publisher/v1/publisher.ts";
import type { IdentityIssuer } from "../../../domain/publisher/identity-issuer.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import type { PublisherCertificateReader } from "../../../store/publisher/certificates.ts";
import { type Certificate, parseCertificate } from "../../../trust/certificate.ts";
import { uriOf } from "../../../trust/path/leaf.ts";
import { certificatesToPem } from "../../../trust/pem.ts";
import type { TrustAuthority } from "../../authority/trust-authority.ts";
import { pageRequest, pageToken } from "../../contract/page-token.ts";
import { requireFound } from "../../contract/require-found.ts";
import { timestamp } from "../../contract/timestamp.ts";

type Service = Handlers<typeof proto.IdentityIssuerServiceService>;

/** Returns one key that the publisher signs digital identities with. */
export const getIdentityIssuer =
  (trust: TrustAuthority): Service["getIdentityIssuer"] =>
  async ({ request: { publisherId, certificateId }, read }) => {
    const stored = requireFound(await read.identityIssuers.get(publisherId, certificateId));
    return { identityIssuer: await withAuthority(stored, read.publisherCertificates, trust) };
  };

/** Lists the keys that the publisher signs digital identities with, newest first. */
export const listIdentityIssuers =
  (trust: TrustAuthority): Service["listIdentityIssuers"] =>
  async ({ request, read }) => {
    const binding = { list: "identity_issuers", publisherId: request.publisherId };
    const page = pageRequest(request, binding, "certificate");
    const { publisherId } = requireFound(await read.publishers.get(request.publisherId));
    const { items, next } = await read.identityIssuers.list(publisherId, page);
    return {
      items: await Promise.all(
        items.map((stored) => withAuthority(stored, read.publisherCertificates, trust)),
      ),
      nextPageToken: pageToken(next, binding),
    };
  };

/** Revokes all certificates of a key that the publisher signs digital identities with, also of a suspended publisher. */
export const revokeIdentityIssuer =
  (trust: TrustAuthority): Service["revokeIdentityIssuer"] =>
  async ({ request: { publisherId, certificateId }, transact }) =>
    transact(async (tx) => {
      // Registration takes the same lock, so that no certificate of this key is registered during the revocation.
      await tx.publishers.lock(publisherId);
      const named = requireFound(await tx.identityIssuers.get(publisherId, certificateId));
      const { publicKey } = parseCertificate(named.certificate);
      await tx.identityIssuers.revokeKey(publisherId, publicKey.encoding);
      const revoked = await tx.identityIssuers.get(publisherId, certificateId);
      if (!revoked) throw new Error("a revoked certificate is missing from the store");
      return { identityIssuer: await withAuthority(revoked, tx.publisherCertificates, trust) };
    });

const statuses: Record<IdentityIssuer["status"], CertificateStatus> = {
  active: CertificateStatus.CERTIFICATE_STATUS_ACTIVE,
  revoked: CertificateStatus.CERTIFICATE_STATUS_REVOKED,
};

/**
 * Returns a key that signs digital identities as the contract shows it.
 * @param authority the CA certificate that issued the key's certificate
 */
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

/** Reads the CA certificate from the registry and returns the key as the contract shows it. */
async function withAuthority(
  stored: IdentityIssuer,
  certificates: PublisherCertificateReader,
  trust: TrustAuthority,
): Promise<proto.IdentityIssuer> {
  const authority = await certificates.get(stored.publisherId, stored.issuerCertificateId);
  if (!authority) throw new Error("a registered issuer has no CA certificate");
  return identityIssuerToProto(stored, parseCertificate(authority.certificate), trust);
}
