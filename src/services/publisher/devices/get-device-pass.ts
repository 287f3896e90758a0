import type { PassServiceService } from "../../../../gen/ts/pda/publisher/v1/pass_service.ts";
import { PASS_LIFETIME_DAYS } from "../../../domain/signing/signing-key.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import { numericDate } from "../../../trust/signed-token.ts";
import { requireFound } from "../../contract/require-found.ts";
import { timestamp } from "../../contract/timestamp.ts";
import type { ServiceDeps } from "../../deps.ts";

/**
 * Issues a new pass of a device. The pass is bound to the device's certificate and says where the device is listed. The status lists say
 * whether the device is trusted now. A device without a certificate has no pass.
 */
export const getDevicePass =
  ({
    receipts,
    statusLists,
  }: Pick<ServiceDeps, "receipts" | "statusLists">): Handlers<typeof PassServiceService>["getDevicePass"] =>
  async ({ request, read }) => {
    const { publisherId, assetId, deviceId } = request;
    const device = await read.devices.get(publisherId, assetId, deviceId);
    if (device?.credential.kind !== "certificate") throw new Failure("NOT_FOUND");
    const { fingerprint, notAfter } = device.credential;
    const numbers = requireFound(await read.statusLists.numbersOf(fingerprint));
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
