import type { Certificate } from "../certificate.ts";
import { EKU_CLIENT_AUTH } from "../oids.ts";
import { atMost, daysAfter, identifier, LIFETIME, merchantUri, terminalUri } from "../profile.ts";
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

export interface MerchantRequest {
  readonly merchantId: string;
  /** The terminal that has the key. Absent when the key is the merchant's own. */
  readonly deviceId?: string;
  readonly assetDomain: string;
  /** The P-256 key, from its CSR. */
  readonly spki: Uint8Array;
  readonly issuedAt: Date;
  /** Address of the issuer's CRL. Omit to name no CRL. */
  readonly crl?: string;
}

/**
 * Issues the certificate of a merchant's or a terminal's key, for signatures and TLS client authentication, for 90 days.
 * The certificate names the merchant by identifier only, so a changed name needs no new certificate.
 * Its key usage differs from a device's, so it is never accepted as a device certificate.
 * @throws {IssueError}
 */
export function signMerchantCertificate(issuer: Issuer, request: MerchantRequest): Certificate {
  const { assetDomain, deviceId } = request;
  const merchantId = identifier(request.merchantId);
  const terminal = deviceId === undefined ? [] : [userId(identifier(deviceId))];
  const uri =
    deviceId === undefined
      ? merchantUri(assetDomain, merchantId)
      : terminalUri(assetDomain, merchantId, deviceId);
  return issuedBy(issuer, {
    subject: distinguishedName(userId(merchantId), ...terminal),
    spki: request.spki,
    issuedAt: request.issuedAt,
    notAfter: atMost(issuer.certificate, daysAfter(request.issuedAt, LIFETIME.merchantDays)),
    extensions: [
      leafConstraints(),
      keyUsage("digitalSignature"),
      extendedKeyUsage(EKU_CLIENT_AUTH),
      subjectAltName(uriName(uri)),
      ...(request.crl === undefined ? [] : [crlDistributionPoint(request.crl)]),
    ],
  });
}
