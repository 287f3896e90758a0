import type {
  GetMerchantCertificateRequest,
  GetMerchantCertificateResponse,
} from "../../../../gen/ts/pda/merchant/v1/certificate_service.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handler } from "../../../rpc/handler.ts";
import type { TrustAuthority } from "../../trust-authority.ts";
import { certificateToProto } from "./convert.ts";

/** One certificate of the merchant. */
export const getMerchantCertificate =
  (trust: TrustAuthority): Handler<GetMerchantCertificateRequest, GetMerchantCertificateResponse> =>
  async ({ request, read }) => {
    const stored = await read.merchantCertificates.get(request.merchantId, request.certificateId);
    if (!stored) throw new Failure("NOT_FOUND");
    return { merchantCertificate: certificateToProto(stored, trust) };
  };
