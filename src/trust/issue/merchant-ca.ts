import type { Certificate } from "../certificate.ts";
import { EKU_CLIENT_AUTH } from "../oids.ts";
import { atMost, LIFETIME, merchantHost, yearsAfter } from "../profile.ts";
import { type Issuer, issuedBy } from "./certificate.ts";
import {
  caConstraints,
  crlDistributionPoint,
  extendedKeyUsage,
  keyUsage,
  permittedHost,
} from "./extensions.ts";
import { commonName, distinguishedName } from "./name.ts";

export interface MerchantCaRequest {
  readonly assetDomain: string;
  /** The CA's P-256 key. */
  readonly spki: Uint8Array;
  readonly issuedAt: Date;
  /** Address of the issuer's CRL. Omit to name no CRL. */
  readonly crl?: string;
}

/**
 * Issues the CA under the trust root that certifies merchants. The CA's certificate ends after five years, or with the root.
 * Critical name constraints limit the CA to URIs of the asset domain itself, which no device has.
 * Its extended key usage limits it to TLS client authentication. The CA may certify no further CA.
 * So the root's key can stay offline, and merchants' revocations do not fill the root's list.
 * @throws {IssueError}
 */
export function issueMerchantCa(root: Issuer, request: MerchantCaRequest): Certificate {
  return issuedBy(root, {
    subject: distinguishedName(commonName("Merchants")),
    spki: request.spki,
    issuedAt: request.issuedAt,
    notAfter: atMost(root.certificate, yearsAfter(request.issuedAt, LIFETIME.merchantCaYears)),
    extensions: [
      caConstraints(0),
      keyUsage("keyCertSign", "cRLSign"),
      extendedKeyUsage(EKU_CLIENT_AUTH),
      permittedHost(merchantHost(request.assetDomain)),
      ...(request.crl === undefined ? [] : [crlDistributionPoint(request.crl)]),
    ],
  });
}
