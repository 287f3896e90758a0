import type { Certificate } from "../certificate.ts";
import { EKU_CLIENT_AUTH } from "../oids.ts";
import { identifier, LIFETIME, merchantUri } from "../profile.ts";
import { type Issuer, issuedBy } from "./certificate.ts";
import { extendedKeyUsage, keyUsage, leafConstraints, uriSubjectAltName } from "./extensions.ts";
import { atMost, daysAfter } from "./lifetime.ts";
import { distinguishedName, userId } from "./name.ts";

export interface MerchantRequest {
  readonly merchantId: string;
  readonly assetDomain: string;
  /** The merchant's P-256 key, from its CSR. */
  readonly spki: Uint8Array;
  readonly issuedAt: Date;
}

/**
 * A merchant's certificate for mutual TLS, 90 days. Its usage is not that of a device, so it never counts as
 * one.
 * @throws {IssueError}
 */
export function issueMerchantCertificate(issuer: Issuer, request: MerchantRequest): Certificate {
  return issuedBy(issuer, {
    subject: distinguishedName(userId(identifier(request.merchantId))),
    spki: request.spki,
    issuedAt: request.issuedAt,
    notAfter: atMost(issuer.certificate, daysAfter(request.issuedAt, LIFETIME.merchantDays)),
    extensions: [
      leafConstraints(),
      keyUsage("digitalSignature"),
      extendedKeyUsage(EKU_CLIENT_AUTH),
      uriSubjectAltName(merchantUri(request.assetDomain, request.merchantId)),
    ],
  });
}
