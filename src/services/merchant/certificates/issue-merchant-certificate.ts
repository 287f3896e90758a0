import type {
  IssueMerchantCertificateRequest,
  IssueMerchantCertificateResponse,
} from "../../../../gen/ts/pda/merchant/v1/certificate_service.ts";
import { requireActive } from "../../../domain/merchant/merchant.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { requireSigningRequest } from "../../signing-request.ts";
import type { TrustAuthority } from "../../trust-authority.ts";
import { requireMerchant } from "../get-merchant.ts";
import { lockNamedDevice } from "../own-device.ts";
import { certify } from "./certify.ts";
import { certificateToProto } from "./convert.ts";

/** A certificate for the merchant's own key or a terminal's; names come from the registry. */
export const issueMerchantCertificate =
  (trust: TrustAuthority): Handler<IssueMerchantCertificateRequest, IssueMerchantCertificateResponse> =>
  async ({ request, transact }) => {
    const { merchantId, deviceId } = request;
    const { spki } = requireSigningRequest(request.certificateSigningRequest);
    return transact(async (tx) => {
      requireActive(await requireMerchant(tx.merchants, merchantId));
      if (deviceId !== undefined) await lockNamedDevice(tx.merchantDevices, merchantId, deviceId);
      const terminal = deviceId === undefined ? {} : { deviceId };
      const stored = await certify(tx, trust, { merchantId, spki, ...terminal });
      return { merchantCertificate: certificateToProto(stored, trust) };
    });
  };
