import type { Certificate } from "../certificate.ts";
import { EKU_DEVICE, POLICY_PUBLISHER } from "../oids.ts";
import { atMost, deviceUri, identifier, LIFETIME, publisherHost, yearsAfter } from "../profile.ts";
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
import { chipSerialNumber, distinguishedName, userId } from "./name.ts";

export interface DeviceRequest {
  readonly publisherId: string;
  readonly assetId: string;
  /** Serial number of the chip: at most 64 characters of `A-Z a-z 0-9 : . - /`. */
  readonly chip: string;
  readonly assetDomain: string;
  /** The chip's P-256 key, from its CSR. */
  readonly spki: Uint8Array;
  readonly issuedAt: Date;
  /** Default: 10 years, or the end of the publisher CA if that is earlier. */
  readonly notAfter?: Date;
  /** Address of the issuer's CRL. Omit to name no CRL. */
  readonly crl?: string;
}

/**
 * Issues the certificate of the key inside a physical asset, under its publisher's CA.
 * The certificate names the asset that the key belongs to. The certificate allows the key to sign device proofs only.
 * @throws {IssueError}
 */
export function issueDeviceCertificate(publisherCa: Issuer, request: DeviceRequest): Certificate {
  const publisherId = identifier(request.publisherId);
  const host = publisherHost(publisherId, request.assetDomain);
  return issuedBy(publisherCa, {
    subject: distinguishedName(userId(publisherId), chipSerialNumber(request.chip)),
    spki: request.spki,
    issuedAt: request.issuedAt,
    notAfter:
      request.notAfter ?? atMost(publisherCa.certificate, yearsAfter(request.issuedAt, LIFETIME.deviceYears)),
    extensions: [
      leafConstraints(),
      keyUsage("digitalSignature"),
      extendedKeyUsage(EKU_DEVICE),
      certificatePolicy(POLICY_PUBLISHER),
      subjectAltName(uriName(deviceUri(host, request.assetId))),
      ...(request.crl === undefined ? [] : [crlDistributionPoint(request.crl)]),
    ],
  });
}
