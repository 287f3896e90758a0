import type { Certificate } from "../certificate.ts";
import { EKU_IDENTITY_ISSUER, POLICY_PUBLISHER } from "../oids.ts";
import { atMost, identifier, identityIssuerUri, LIFETIME, publisherHost, yearsAfter } from "../profile.ts";
import { type Issuer, issuedBy } from "./certificate.ts";
import {
  certificatePolicy,
  crlDistributionPoint,
  extendedKeyUsage,
  keyUsage,
  leafConstraints,
  subjectAltName,
  uriName,
} from "./extensions.ts";
import { distinguishedName, userId } from "./name.ts";

export interface IdentityIssuerRequest {
  readonly publisherId: string;
  readonly assetDomain: string;
  /** The P-256 key, from its CSR. */
  readonly spki: Uint8Array;
  readonly issuedAt: Date;
  /** Address of the issuer's CRL. Omit to name no CRL. */
  readonly crl?: string;
}

/**
 * Issues the certificate of a key with which a publisher signs digital identities, under the publisher's CA.
 * The certificate ends after three years, or with the CA.
 * Its extended key usage differs from that of chips in assets, because a chip must not be able to sign identities.
 * @throws {IssueError}
 */
export function issueIdentityIssuerCertificate(
  publisherCa: Issuer,
  request: IdentityIssuerRequest,
): Certificate {
  const publisherId = identifier(request.publisherId);
  const host = publisherHost(publisherId, request.assetDomain);
  return issuedBy(publisherCa, {
    subject: distinguishedName(userId(publisherId)),
    spki: request.spki,
    issuedAt: request.issuedAt,
    notAfter: atMost(publisherCa.certificate, yearsAfter(request.issuedAt, LIFETIME.identityIssuerYears)),
    extensions: [
      leafConstraints(),
      keyUsage("digitalSignature"),
      extendedKeyUsage(EKU_IDENTITY_ISSUER),
      certificatePolicy(POLICY_PUBLISHER),
      subjectAltName(uriName(identityIssuerUri(host))),
      ...(request.crl === undefined ? [] : [crlDistributionPoint(request.crl)]),
    ],
  });
}
