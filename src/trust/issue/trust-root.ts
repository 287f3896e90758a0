import type { KeyObject } from "node:crypto";
import { type Certificate, parseCertificate } from "../certificate.ts";
import { LIFETIME, yearsAfter } from "../profile.ts";
import { selfSigned } from "./certificate.ts";
import { caConstraints, keyUsage } from "./extensions.ts";
import { commonName, distinguishedName, organization } from "./name.ts";

/** One CA may exist between the root and a leaf: the publisher's. */
const PATH_LENGTH = 1;

export interface TrustRootRequest {
  /** P-384 in production. */
  readonly key: KeyObject;
  readonly organization: string;
  readonly commonName: string;
  readonly issuedAt: Date;
}

/**
 * Issues the trust root: self-signed, 20 years, for publisher CAs and merchant certificates.
 * The trust root has no part in TLS between tiers.
 */
export function issueTrustRoot(request: TrustRootRequest): Certificate {
  const der = selfSigned(request.key, {
    subject: distinguishedName(organization(request.organization), commonName(request.commonName)),
    issuedAt: request.issuedAt,
    notAfter: yearsAfter(request.issuedAt, LIFETIME.trustRootYears),
    extensions: [caConstraints(PATH_LENGTH), keyUsage("keyCertSign", "cRLSign")],
  });
  return parseCertificate(der);
}
