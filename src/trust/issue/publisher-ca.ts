import type { Certificate } from "../certificate.ts";
import { POLICY_PUBLISHER } from "../oids.ts";
import { atMost, identifier, LIFETIME, publisherHost, yearsAfter } from "../profile.ts";
import { type Issuer, issuedBy } from "./certificate.ts";
import {
  caConstraints,
  certificatePolicy,
  crlDistributionPoint,
  keyUsage,
  permittedNames,
} from "./extensions.ts";
import { distinguishedName, organization, userId } from "./name.ts";

export interface PublisherCaRequest {
  readonly publisherId: string;
  readonly organization: string;
  readonly assetDomain: string;
  /** The publisher's P-256 key, from its CSR. */
  readonly spki: Uint8Array;
  readonly issuedAt: Date;
  /** Default: 15 years, or the end of the root if that is earlier. */
  readonly notAfter?: Date;
  /** Address of the issuer's CRL. Omit to name no CRL. */
  readonly crl?: string;
}

/**
 * Issues a publisher's CA certificate under the trust root. The CA may certify no further CA.
 * Critical name constraints limit it to URIs of the publisher's host and to subjects that begin with the publisher's UID.
 * @throws {IssueError}
 */
export function issuePublisherCa(root: Issuer, request: PublisherCaRequest): Certificate {
  const publisherId = identifier(request.publisherId);
  const host = publisherHost(publisherId, request.assetDomain);
  return issuedBy(root, {
    subject: distinguishedName(organization(request.organization), userId(publisherId)),
    spki: request.spki,
    issuedAt: request.issuedAt,
    notAfter:
      request.notAfter ?? atMost(root.certificate, yearsAfter(request.issuedAt, LIFETIME.publisherCaYears)),
    extensions: [
      caConstraints(0),
      keyUsage("keyCertSign", "cRLSign"),
      certificatePolicy(POLICY_PUBLISHER),
      permittedNames(host, distinguishedName(userId(publisherId))),
      ...(request.crl === undefined ? [] : [crlDistributionPoint(request.crl)]),
    ],
  });
}
