import * as assetTypeProto from "../../../gen/ts/pda/publisher/v1/asset_type.ts";
import type * as deviceProto from "../../../gen/ts/pda/publisher/v1/device.ts";
import * as proto from "../../../gen/ts/pda/publisher/v1/publisher.ts";
import type { AssetType } from "../../domain/asset/asset-type.ts";
import type { Device } from "../../domain/asset/device.ts";
import type { PublisherCertificate } from "../../domain/publisher/certificate.ts";
import type { Publisher } from "../../domain/publisher/publisher.ts";
import type { RefundPolicy } from "../../domain/refund/refund.ts";
import { parseCertificate } from "../../trust/certificate.ts";
import { certificatesToPem } from "../../trust/pem.ts";
import { timestamp } from "../timestamp.ts";
import type { TrustAuthority } from "../trust-authority.ts";

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
  };
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
    refundPolicy: {
      refundable: type.refundPolicy.refundable,
      windowSeconds: BigInt(type.refundPolicy.windowSeconds),
    },
    networks: [...type.networks],
    createTime: timestamp(type.createdAt),
  };
}

/** The refund policy that a request asks for; without one, refunds are not supported. */
export function refundPolicyOf(policy: assetTypeProto.RefundPolicy | undefined): RefundPolicy {
  return policy
    ? { refundable: policy.refundable, windowSeconds: Number(policy.windowSeconds) }
    : { refundable: false, windowSeconds: 0 };
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
