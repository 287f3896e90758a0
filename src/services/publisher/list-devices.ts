import type {
  ListDevicesRequest,
  ListDevicesResponse,
} from "../../../gen/ts/pda/publisher/v1/device_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { devicesToProto } from "./device-issuers.ts";

/** Devices of an asset of the publisher, revoked ones too, newest first. */
export const listDevices: Handler<ListDevicesRequest, ListDevicesResponse> = async ({ request, read }) => {
  const { publisherId, assetId } = request;
  const binding = { list: "devices", publisherId, assetId };
  const page = pageRequest(request, binding);
  const asset = await read.assets.get(assetId);
  if (asset?.publisherId !== publisherId) throw new Failure("NOT_FOUND");
  const { items, next } = await read.devices.list(publisherId, assetId, page);
  return {
    items: await devicesToProto(items, read.publisherCertificates),
    nextPageToken: pageToken(next, binding),
  };
};
