import { PublisherAccessCertificateServiceService } from "../../../gen/ts/pda/publisher/v1/access_certificate_service.ts";
import { PublisherApiKeyServiceService } from "../../../gen/ts/pda/publisher/v1/api_key_service.ts";
import { AssetTypeServiceService } from "../../../gen/ts/pda/publisher/v1/asset_type_service.ts";
import { PublisherCertificateServiceService } from "../../../gen/ts/pda/publisher/v1/certificate_service.ts";
import { DeviceServiceService } from "../../../gen/ts/pda/publisher/v1/device_service.ts";
import { IdentityIssuerServiceService } from "../../../gen/ts/pda/publisher/v1/identity_issuer_service.ts";
import { AssetLifecycleServiceService } from "../../../gen/ts/pda/publisher/v1/lifecycle_service.ts";
import { PassServiceService } from "../../../gen/ts/pda/publisher/v1/pass_service.ts";
import { PublisherServiceService } from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import {
  getPublisherAccessCertificate,
  issuePublisherAccessCertificate,
  listPublisherAccessCertificates,
  revokePublisherAccessCertificate,
} from "./access-certificates.ts";
import {
  createPublisherApiKey,
  getPublisherApiKey,
  listPublisherApiKeys,
  revokePublisherApiKey,
  rotatePublisherApiKey,
} from "./api-keys.ts";
import { defineAssetType } from "./asset-types/define-asset-type.ts";
import { getAssetType, listAssetTypes } from "./asset-types/read-asset-types.ts";
import { updateAssetType } from "./asset-types/update-asset-type.ts";
import {
  getPublisherCertificate,
  issuePublisherCertificate,
  listPublisherCertificates,
  revokePublisherCertificate,
} from "./certificates/publisher-certificates.ts";
import { bindDevice } from "./devices/bind-device.ts";
import { getDeviceBinding, listDevices, revokeDevice } from "./devices/devices.ts";
import { getDevicePass } from "./devices/get-device-pass.ts";
import { TagKeys } from "./devices/tag-keys.ts";
import {
  getIdentityIssuer,
  listIdentityIssuers,
  revokeIdentityIssuer,
} from "./identity-issuers/identity-issuers.ts";
import { registerIdentityIssuer } from "./identity-issuers/register-identity-issuer.ts";
import { activateAsset, resumeAsset, retireAsset, revokeAsset, suspendAsset } from "./lifecycle.ts";
import {
  getPublisher,
  listPublishers,
  registerPublisher,
  resumePublisher,
  suspendPublisher,
  updatePublisher,
} from "./publishers.ts";

export function publisherService({
  trust,
  sealer,
  ...networking
}: Pick<ServiceDeps, "networks" | "networkAssetsShared" | "trust" | "sealer">): ServedMethod[] {
  const keys = implement(PublisherApiKeyServiceService, {
    createPublisherApiKey,
    getPublisherApiKey,
    listPublisherApiKeys,
    revokePublisherApiKey,
    rotatePublisherApiKey,
  });
  const devices = implement(DeviceServiceService, {
    bindDevice: bindDevice(trust, new TagKeys(sealer)),
    getDeviceBinding,
    listDevices,
    revokeDevice,
  });
  const publishers = implement(PublisherServiceService, {
    registerPublisher,
    getPublisher,
    listPublishers,
    updatePublisher,
    suspendPublisher,
    resumePublisher,
  });
  const certificates = implement(PublisherCertificateServiceService, {
    issuePublisherCertificate: issuePublisherCertificate(trust),
    getPublisherCertificate: getPublisherCertificate(trust),
    listPublisherCertificates: listPublisherCertificates(trust),
    revokePublisherCertificate: revokePublisherCertificate(trust),
  });
  const accessCertificates = implement(PublisherAccessCertificateServiceService, {
    issuePublisherAccessCertificate: issuePublisherAccessCertificate(trust),
    getPublisherAccessCertificate: getPublisherAccessCertificate(trust),
    listPublisherAccessCertificates: listPublisherAccessCertificates(trust),
    revokePublisherAccessCertificate: revokePublisherAccessCertificate(trust),
  });
  const assetTypes = implement(AssetTypeServiceService, {
    defineAssetType: defineAssetType(networking),
    updateAssetType: updateAssetType(networking),
    getAssetType,
    listAssetTypes,
  });
  const lifecycle = implement(AssetLifecycleServiceService, {
    activateAsset,
    suspendAsset,
    resumeAsset,
    revokeAsset,
    retireAsset,
  });
  return [
    ...publishers,
    ...certificates,
    ...accessCertificates,
    ...assetTypes,
    ...lifecycle,
    ...devices,
    ...keys,
  ];
}

export function passService(deps: Pick<ServiceDeps, "receipts" | "statusLists">): ServedMethod[] {
  return implement(PassServiceService, { getDevicePass: getDevicePass(deps) });
}

/** Serves the keys with which publishers sign digital identities. */
export function identityIssuerService({ trust }: Pick<ServiceDeps, "trust">): ServedMethod[] {
  return implement(IdentityIssuerServiceService, {
    registerIdentityIssuer: registerIdentityIssuer(trust),
    getIdentityIssuer: getIdentityIssuer(trust),
    listIdentityIssuers: listIdentityIssuers(trust),
    revokeIdentityIssuer: revokeIdentityIssuer(trust),
  });
}
