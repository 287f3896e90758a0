import type {
  RevokeMerchantCertificateRequest,
  RevokeMerchantCertificateResponse,
} from "../../../../gen/ts/pda/merchant/v1/certificate_service.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handler } from "../../../rpc/handler.ts";
import type { TrustAuthority } from "../../trust-authority.ts";
import { certificateToProto, reasonOf } from "./convert.ts";

/** Withdraws a certificate of the merchant, a suspended one's too. One that is revoked keeps its time and reason. */
export const revokeMerchantCertificate =
  (trust: TrustAuthority): Handler<RevokeMerchantCertificateRequest, RevokeMerchantCertificateResponse> =>
  async ({ request, transact }) => {
    const { merchantId, certificateId } = request;
    const reason = reasonOf(request.reason);
    return transact(async (tx) => {
      const revoked = await tx.merchantCertificates.revoke(merchantId, certificateId, reason);
      if (!revoked) throw new Failure("NOT_FOUND");
      return { merchantCertificate: certificateToProto(revoked, trust) };
    });
  };
