import { PublisherApiKeyServiceService } from "../../../gen/ts/pda/publisher/v1/api_key_service.ts";
import { DeviceServiceService } from "../../../gen/ts/pda/publisher/v1/device_service.ts";
import { PublisherServiceService } from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { TagKeys } from "../tag-keys.ts";
import {
  createPublisherApiKey,
  getPublisherApiKey,
  listPublisherApiKeys,
  revokePublisherApiKey,
  rotatePublisherApiKey,
} from "./api-keys.ts";
import { bindDevice } from "./bind-device.ts";
import { defineAssetType } from "./define-asset-type.ts";
import { getAssetType } from "./get-asset-type.ts";
import { getDeviceBinding } from "./get-device-binding.ts";
import { getPublisher } from "./get-publisher.ts";
import { getPublisherCertificate } from "./get-publisher-certificate.ts";
import { issueAsset } from "./issue-asset.ts";
import { issuePublisherCertificate } from "./issue-publisher-certificate.ts";
import { issueValue } from "./issue-value.ts";
import { activateAsset, resumeAsset, retireAsset, revokeAsset, suspendAsset } from "./lifecycle.ts";
import { listAssetTypes } from "./list-asset-types.ts";
import { listDevices } from "./list-devices.ts";
import { listPublisherCertificates } from "./list-publisher-certificates.ts";
import { listPublishers } from "./list-publishers.ts";
import { registerPublisher } from "./register-publisher.ts";
import { revokeDevice } from "./revoke-device.ts";
import { revokePublisherCertificate } from "./revoke-publisher-certificate.ts";
import { resumePublisher, suspendPublisher } from "./standing.ts";
import { updateAssetType } from "./update-asset-type.ts";
import { updatePublisher } from "./update-publisher.ts";

/** The Publisher APIs. */
export function publisherService({
  networks,
  trust,
  sealer,
}: Pick<ServiceDeps, "networks" | "trust" | "sealer">): ServedMethod[] {
  const keys = implement(PublisherApiKeyServiceService, {
    createPublisherApiKey,
    getPublisherApiKey,
    listPublisherApiKeys,
    revokePublisherApiKey,
    rotatePublisherApiKey,
  });
  const devices = implement(DeviceServiceService, { listDevices, revokeDevice });
  const publishers = implement(PublisherServiceService, {
    registerPublisher,
    getPublisher,
    listPublishers,
    updatePublisher,
    suspendPublisher,
    resumePublisher,
    issuePublisherCertificate: issuePublisherCertificate(trust),
    getPublisherCertificate: getPublisherCertificate(trust),
    listPublisherCertificates: listPublisherCertificates(trust),
    revokePublisherCertificate: revokePublisherCertificate(trust),
    defineAssetType: defineAssetType(networks),
    updateAssetType: updateAssetType(networks),
    getAssetType,
    listAssetTypes,
    issueValue,
    issueAsset: issueAsset(networks),
    bindDevice: bindDevice(trust, new TagKeys(sealer)),
    getDeviceBinding,
    activateAsset,
    suspendAsset,
    resumeAsset,
    revokeAsset,
    retireAsset,
  });
  return [...publishers, ...keys, ...devices];
}
