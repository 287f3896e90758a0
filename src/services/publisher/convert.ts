import type * as assetTypeProto from "../../../gen/ts/pda/publisher/v1/asset_type.ts";
import * as deviceProto from "../../../gen/ts/pda/publisher/v1/device.ts";
import * as proto from "../../../gen/ts/pda/publisher/v1/publisher.ts";
import type { AssetType } from "../../domain/asset/asset-type.ts";
import type { Device, DeviceCredential } from "../../domain/asset/device.ts";
import type { PublisherCertificate } from "../../domain/publisher/certificate.ts";
import type { Publisher } from "../../domain/publisher/publisher.ts";
import { parseCertificate } from "../../trust/certificate.ts";
import { certificatesToPem } from "../../trust/pem.ts";
import { wordOf } from "../contract/enum.ts";
import { timestamp } from "../contract/timestamp.ts";
import { policyToProto, refundPolicyToProto } from "./asset-types/policy.ts";

const publisherStatus: Record<Publisher["status"], proto.PublisherStatus> = {
  active: proto.PublisherStatus.PUBLISHER_STATUS_ACTIVE,
  suspended: proto.PublisherStatus.PUBLISHER_STATUS_SUSPENDED,
};

export function publisherToProto(publisher: Publisher): proto.Publisher {
  return {
    publisherId: publisher.publisherId,
    name: publisher.name,
    status: publisherStatus[publisher.status],
    createTime: timestamp(publisher.createdAt),
    version: publisher.version,
  };
}

/** Returns the status that a request names; undefined when it names none. */
export const publisherStatusOf = wordOf(publisherStatus);

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

const deviceKind: Record<DeviceCredential["kind"], deviceProto.DeviceKind> = {
  certificate: deviceProto.DeviceKind.DEVICE_KIND_CERTIFICATE,
  raw_key: deviceProto.DeviceKind.DEVICE_KIND_RAW_KEY,
  ntag424: deviceProto.DeviceKind.DEVICE_KIND_NTAG424,
};

const deviceStatus: Record<Device["status"], deviceProto.DeviceStatus> = {
  active: deviceProto.DeviceStatus.DEVICE_STATUS_ACTIVE,
  revoked: deviceProto.DeviceStatus.DEVICE_STATUS_REVOKED,
};

/** Returns a device as the contract shows it. A certificate is shown in the chain that the device presents. */
export function boundDeviceToProto(
  { credential, revoked, ...device }: Device,
  issuer: PublisherCertificate | undefined,
): deviceProto.DeviceBinding {
  const certificate = credential.kind === "certificate" ? credential : undefined;
  const chain = [certificate?.certificate, issuer?.certificate].filter((der) => der !== undefined);
  return {
    deviceId: device.deviceId,
    assetId: device.assetId,
    serialNumber: device.serialNumber,
    deviceCertificate: certificatesToPem(chain.map(parseCertificate)),
    certificateFingerprint: certificate?.fingerprint ?? "",
    notAfterTime: certificate && timestamp(certificate.notAfter),
    createTime: timestamp(device.createdAt),
    kind: deviceKind[credential.kind],
    status: deviceStatus[device.status],
    publicKey: credential.kind === "raw_key" ? Buffer.from(credential.publicKey).toString("hex") : undefined,
    revokeTime: revoked && timestamp(revoked.at),
    revokeReason: revoked?.reason,
  };
}
