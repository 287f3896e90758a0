import type { Certificate } from "../certificate.ts";
import { EKU_CLIENT_AUTH } from "../oids.ts";
import {
  atMost,
  daysAfter,
  identifier,
  LIFETIME,
  merchantUri,
  publisherUri,
  terminalUri,
} from "../profile.ts";
import { type Issuer, issuedBy } from "./certificate.ts";
import {
  crlDistributionPoint,
  extendedKeyUsage,
  keyUsage,
  leafConstraints,
  subjectAltName,
  uriName,
} from "./extensions.ts";
import { distinguishedName, userId } from "./name.ts";

/** Who has the key: a merchant, one of its terminals, or a publisher. */
type Holder =
  | { readonly kind: "merchant"; readonly merchantId: string; readonly deviceId?: string }
  | { readonly kind: "publisher"; readonly publisherId: string };

export interface AccessRequest {
  readonly holder: Holder;
  readonly assetDomain: string;
  /** The P-256 key, from its CSR. */
  readonly spki: Uint8Array;
  readonly issuedAt: Date;
  /** Address of the issuer's CRL. Omit to name no CRL. */
  readonly crl?: string;
}

/**
 * Issues an access certificate, for signatures and TLS client authentication, for 90 days.
 * The certificate names its holder by identifier only, so a changed name needs no new certificate.
 * Its key usage differs from a device's, so it is never accepted as a device certificate.
 * @throws {IssueError}
 */
export function signAccessCertificate(issuer: Issuer, request: AccessRequest): Certificate {
  const { ids, uri } = namesOf(request.holder, request.assetDomain);
  return issuedBy(issuer, {
    subject: distinguishedName(...ids.map((id) => userId(identifier(id)))),
    spki: request.spki,
    issuedAt: request.issuedAt,
    notAfter: atMost(issuer.certificate, daysAfter(request.issuedAt, LIFETIME.accessDays)),
    extensions: [
      leafConstraints(),
      keyUsage("digitalSignature"),
      extendedKeyUsage(EKU_CLIENT_AUTH),
      subjectAltName(uriName(uri)),
      ...(request.crl === undefined ? [] : [crlDistributionPoint(request.crl)]),
    ],
  });
}

/** Returns the identifiers in the subject and the subjectAltName of a holder. */
function namesOf(holder: Holder, assetDomain: string): { readonly ids: string[]; readonly uri: string } {
  if (holder.kind === "publisher")
    return { ids: [holder.publisherId], uri: publisherUri(assetDomain, holder.publisherId) };
  const { merchantId, deviceId } = holder;
  if (deviceId === undefined) return { ids: [merchantId], uri: merchantUri(assetDomain, merchantId) };
  return { ids: [merchantId, deviceId], uri: terminalUri(assetDomain, merchantId, deviceId) };
}
