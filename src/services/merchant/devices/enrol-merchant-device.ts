import type {
  EnrolMerchantDeviceRequest,
  EnrolMerchantDeviceResponse,
} from "../../../../gen/ts/pda/merchant/v1/device_service.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import { requireActive } from "../../../domain/merchant/merchant.ts";
import { requirePrintableName } from "../../../domain/name/name.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { aboutField } from "../../../rpc/refusal.ts";
import { requireSigningRequest } from "../../signing-request.ts";
import type { TrustAuthority } from "../../trust-authority.ts";
import { certify } from "../certificates/certify.ts";
import { certificateToProto } from "../certificates/convert.ts";
import { deviceToProto } from "../convert.ts";
import { requireMerchant } from "../get-merchant.ts";

/** A new terminal of a merchant, with a certificate where it has sent a signing request. */
export const enrolMerchantDevice =
  (trust: TrustAuthority): Handler<EnrolMerchantDeviceRequest, EnrolMerchantDeviceResponse> =>
  async ({ request, transact }) => {
    const { merchantId, certificateSigningRequest } = request;
    const name = aboutField("name", () => requirePrintableName(request.name));
    const key =
      certificateSigningRequest === undefined ? undefined : requireSigningRequest(certificateSigningRequest);
    return transact(async (tx) => {
      requireActive(await requireMerchant(tx.merchants, merchantId));
      const device = await tx.merchantDevices.insert({ merchantId, deviceId: newId("device"), name });
      const { deviceId } = device;
      const stored = key && (await certify(tx, trust, { merchantId, deviceId, spki: key.spki }));
      const certificate = stored && certificateToProto(stored, trust);
      return { enrolledDevice: { device: deviceToProto(device), certificate } };
    });
  };
