import { DeviceServiceService } from "../../../gen/ts/pda/publisher/v1/device_service.ts";
import { PublisherServiceService } from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { TagKeys } from "../tag-keys.ts";
import { activateAsset } from "./activate-asset.ts";
import { bindDevice } from "./bind-device.ts";
import { defineAssetType } from "./define-asset-type.ts";
import { getAssetType } from "./get-asset-type.ts";
import { getDeviceBinding } from "./get-device-binding.ts";
import { getPublisher } from "./get-publisher.ts";
import { getPublisherCertificate } from "./get-publisher-certificate.ts";
import { issueAsset } from "./issue-asset.ts";
import { issuePublisherCertificate } from "./issue-publisher-certificate.ts";
import { issueValue } from "./issue-value.ts";
import { listAssetTypes } from "./list-asset-types.ts";
import { listDevices } from "./list-devices.ts";
import { listPublisherCertificates } from "./list-publisher-certificates.ts";
import { registerPublisher } from "./register-publisher.ts";
import { resumeAsset } from "./resume-asset.ts";
import { retireAsset } from "./retire-asset.ts";
import { revokeAsset } from "./revoke-asset.ts";
import { revokeDevice } from "./revoke-device.ts";
import { suspendAsset } from "./suspend-asset.ts";

/** The Publisher APIs. */
export function publisherService({
  networks,
  trust,
  sealer,
}: Pick<ServiceDeps, "networks" | "trust" | "sealer">): ServedMethod[] {
  const devices = implement(DeviceServiceService, { listDevices, revokeDevice });
  const others = implement(PublisherServiceService, {
    registerPublisher,
    getPublisher,
    issuePublisherCertificate: issuePublisherCertificate(trust),
    getPublisherCertificate: getPublisherCertificate(trust),
    listPublisherCertificates: listPublisherCertificates(trust),
    defineAssetType: defineAssetType(networks),
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
  return [...others, ...devices];
}
