import type {
  ListMerchantCertificatesRequest,
  ListMerchantCertificatesResponse,
} from "../../../../gen/ts/pda/merchant/v1/certificate_service.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { pageRequest, pageToken } from "../../page-token.ts";
import type { TrustAuthority } from "../../trust-authority.ts";
import { requireMerchant } from "../get-merchant.ts";
import { certificateToProto } from "./convert.ts";

/** Certificates of the merchant, newest first. */
export const listMerchantCertificates =
  (trust: TrustAuthority): Handler<ListMerchantCertificatesRequest, ListMerchantCertificatesResponse> =>
  async ({ request, read }) => {
    const { merchantId, deviceId } = request;
    const binding = { list: "merchant_certificates", merchantId, deviceId };
    const page = pageRequest(request, binding);
    await requireMerchant(read.merchants, merchantId);
    const terminal = deviceId === undefined ? {} : { deviceId };
    const { items, next } = await read.merchantCertificates.list(merchantId, terminal, page);
    return {
      items: items.map((stored) => certificateToProto(stored, trust)),
      nextPageToken: pageToken(next, binding),
    };
  };
