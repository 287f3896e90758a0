import type { Certificate } from "../certificate.ts";
import { EKU_CLIENT_AUTH } from "../oids.ts";
import { accessHost, atMost, LIFETIME, yearsAfter } from "../profile.ts";
import { type Issuer, issuedBy } from "./certificate.ts";
import {
  caConstraints,
  crlDistributionPoint,
  extendedKeyUsage,
  keyUsage,
  permittedHost,
} from "./extensions.ts";
import { commonName, distinguishedName } from "./name.ts";

/** The name of the CA for each kind of tenant. */
const names = { merchant: "Merchants", publisher: "Publishers" } as const;

export interface AccessCaRequest {
  /** The kind of tenant that the CA certifies. */
  readonly holder: keyof typeof names;
  readonly assetDomain: string;
  /** The CA's P-256 key. */
  readonly spki: Uint8Array;
  readonly issuedAt: Date;
  /** Address of the issuer's CRL. Omit to name no CRL. */
  readonly crl?: string;
}

/**
 * Issues a CA under the trust root that certifies the TLS clients of merchants or of publishers. The CA's certificate ends after five
 * years, or with the root.
 * Critical name constraints limit the CA to URIs of the asset domain itself, which no device has.
 * Its extended key usage limits it to TLS client authentication. The CA may certify no further CA.
 * So the root's key can stay offline, and revocations of access certificates do not fill the root's list.
 * @throws {IssueError}
 */
export function issueAccessCa(root: Issuer, request: AccessCaRequest): Certificate {
  return issuedBy(root, {
    subject: distinguishedName(commonName(names[request.holder])),
    spki: request.spki,
    issuedAt: request.issuedAt,
    notAfter: atMost(root.certificate, yearsAfter(request.issuedAt, LIFETIME.accessCaYears)),
    extensions: [
      caConstraints(0),
      keyUsage("keyCertSign", "cRLSign"),
      extendedKeyUsage(EKU_CLIENT_AUTH),
      permittedHost(accessHost(request.assetDomain)),
      ...(request.crl === undefined ? [] : [crlDistributionPoint(request.crl)]),
    ],
  });
}
