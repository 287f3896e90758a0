import type {
  GetDevicePassRequest,
  GetDevicePassResponse,
} from "../../../../gen/ts/pda/publisher/v1/pass_service.ts";
import { PASS_LIFETIME_DAYS } from "../../../domain/signing/signing-key.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { numericDate } from "../../../trust/signed-token.ts";
import { timestamp } from "../../contract/timestamp.ts";
import type { ServiceDeps } from "../../deps.ts";

/**
 * A new pass of a device: where it is listed, bound to its certificate. What it is worth now, the lists say. A device without a
 * certificate has none.
 */
export const getDevicePass =
  ({
    receipts,
    statusLists,
  }: Pick<ServiceDeps, "receipts" | "statusLists">): Handler<GetDevicePassRequest, GetDevicePassResponse> =>
  async ({ request, read }) => {
    const { publisherId, assetId, deviceId } = request;
    const device = await read.devices.get(publisherId, assetId, deviceId);
    if (device?.credential.kind !== "certificate") throw new Failure("NOT_FOUND");
    const { fingerprint, notAfter } = device.credential;
    const numbers = await read.statusLists.numbersOf(fingerprint);
    if (!numbers) throw new Failure("NOT_FOUND");
    const end = Math.min(Date.now() + PASS_LIFETIME_DAYS * 86_400_000, notAfter.getTime());
    const expiresAt = new Date(Math.floor(end / 1000) * 1000);
    const pass = receipts.signPass({
      sub: assetId,
      exp: numericDate(expiresAt),
      publisherId,
      cnf: { "x5t#S256": Buffer.from(fingerprint, "hex").toString("base64url") },
      ...statusLists.claims(numbers),
    });
    return { devicePass: { assetId, deviceId, pass, expireTime: timestamp(expiresAt) } };
  };
