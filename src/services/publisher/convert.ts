import type * as apiKeyProto from "../../../gen/ts/pda/publisher/v1/api_key.ts";
import type * as assetTypeProto from "../../../gen/ts/pda/publisher/v1/asset_type.ts";
import type * as deviceProto from "../../../gen/ts/pda/publisher/v1/device.ts";
import * as proto from "../../../gen/ts/pda/publisher/v1/publisher.ts";
import type { ApiKey } from "../../domain/access/api-key.ts";
import type { AssetType } from "../../domain/asset/asset-type.ts";
import type { Device } from "../../domain/asset/device.ts";
import type { PublisherCertificate } from "../../domain/publisher/certificate.ts";
import type { Publisher } from "../../domain/publisher/publisher.ts";
import { parseCertificate } from "../../trust/certificate.ts";
import { certificatesToPem } from "../../trust/pem.ts";
import { shownOf } from "../api-keys/convert.ts";
import { timestamp } from "../timestamp.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import { revocationReasonToProto } from "./certificate-reason.ts";
import { policyToProto, refundPolicyToProto } from "./policy.ts";

const publisherStatus: Record<Publisher["status"], proto.PublisherStatus> = {
  active: proto.PublisherStatus.PUBLISHER_STATUS_ACTIVE,
  suspended: proto.PublisherStatus.PUBLISHER_STATUS_SUSPENDED,
};

const certificateStatus: Record<PublisherCertificate["status"], proto.CertificateStatus> = {
  active: proto.CertificateStatus.CERTIFICATE_STATUS_ACTIVE,
  revoked: proto.CertificateStatus.CERTIFICATE_STATUS_REVOKED,
};

/** A publisher as the contract shows it. */
export function publisherToProto(publisher: Publisher): proto.Publisher {
  return {
    publisherId: publisher.publisherId,
    name: publisher.name,
    status: publisherStatus[publisher.status],
    createTime: timestamp(publisher.createdAt),
    version: publisher.version,
  };
}

/** The state that a request names; undefined when it names none. */
export function publisherStatusOf(
  status: proto.PublisherStatus | undefined,
): Publisher["status"] | undefined {
  switch (status) {
    case proto.PublisherStatus.PUBLISHER_STATUS_ACTIVE:
      return "active";
    case proto.PublisherStatus.PUBLISHER_STATUS_SUSPENDED:
      return "suspended";
    default:
      return undefined;
  }
}

/** A publisher's API key as the contract shows it, without its secret. */
export function apiKeyToProto(apiKey: ApiKey): apiKeyProto.PublisherApiKey {
  const publisherId = apiKey.owner.kind === "publisher" ? apiKey.owner.publisherId : "";
  return { ...shownOf(apiKey), publisherId };
}

/** A publisher's CA certificate as the contract shows it, with the chain up to its root. */
export function certificateToProto(
  stored: PublisherCertificate,
  trust: TrustAuthority,
): proto.PublisherCertificate {
  const certificate = parseCertificate(stored.certificate);
  return {
    certificateId: stored.certificateId,
    publisherId: stored.publisherId,
    serialNumber: certificate.serialHex,
    certificate: certificatesToPem([certificate]),
    certificateChain: certificatesToPem(trust.chainOf(certificate)),
    status: certificateStatus[stored.status],
    notBeforeTime: timestamp(stored.notBefore),
    notAfterTime: timestamp(stored.notAfter),
    createTime: timestamp(stored.createdAt),
    revokeTime: stored.revokedAt && timestamp(stored.revokedAt),
    revocationReason: revocationReasonToProto(stored.revocationReason),
  };
}

/** An asset type as the contract shows it. */
export function assetTypeToProto(type: AssetType): assetTypeProto.AssetType {
  return {
    assetTypeId: type.assetTypeId,
    assetType: type.code,
    publisherId: type.publisherId,
    name: type.name,
    decimals: type.decimals,
    refundPolicy: refundPolicyToProto(type.refundPolicy),
    networks: [...type.networks],
    createTime: timestamp(type.createdAt),
    policy: policyToProto(type.policy),
    version: type.version,
  };
}

/** A device as the contract shows it: its certificate in the chain that it presents. */
export function deviceToProto(device: Device, issuer: PublisherCertificate): deviceProto.DeviceBinding {
  return {
    deviceId: device.deviceId,
    assetId: device.assetId,
    serialNumber: device.serialNumber,
    deviceCertificate: certificatesToPem([device.certificate, issuer.certificate].map(parseCertificate)),
    certificateFingerprint: device.fingerprint,
    notAfterTime: timestamp(device.notAfter),
    createTime: timestamp(device.createdAt),
  };
}
