import type {
  GetDeviceBindingRequest,
  GetDeviceBindingResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { devicesToProto } from "./device-issuers.ts";

/** One device of an asset of the publisher. */
export const getDeviceBinding: Handler<GetDeviceBindingRequest, GetDeviceBindingResponse> = async ({
  request,
  read,
}) => {
  const { publisherId, assetId, deviceId } = request;
  const device = await read.devices.get(publisherId, assetId, deviceId);
  if (!device) throw new Failure("NOT_FOUND");
  const [deviceBinding] = await devicesToProto([device], read.publisherCertificates);
  return { deviceBinding };
};
