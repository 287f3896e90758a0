import type {
  RevokeDeviceRequest,
  RevokeDeviceResponse,
} from "../../../gen/ts/pda/publisher/v1/device_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { devicesToProto } from "./device-issuers.ts";

/** Revokes a device for ever; one that is revoked already stays as it is. A suspended publisher can still do it. */
export const revokeDevice: Handler<RevokeDeviceRequest, RevokeDeviceResponse> = async ({
  request,
  transact,
}) =>
  transact(async (tx) => {
    const device = await tx.devices.revoke(request, request.reason);
    if (!device) throw new Failure("NOT_FOUND");
    if (device.credential.kind === "ntag424") await tx.tags.retire(device.publisherId, device.deviceId);
    const [deviceBinding] = await devicesToProto([device], tx.publisherCertificates);
    return { deviceBinding };
  });
