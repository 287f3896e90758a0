import type {
  GetMerchantRequest,
  GetMerchantResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { MerchantReader } from "../../store/merchant/store.ts";
import { merchantToProto } from "./convert.ts";

/** One merchant. */
export const getMerchant: Handler<GetMerchantRequest, GetMerchantResponse> = async ({ request, read }) => ({
  merchant: merchantToProto(await requireMerchant(read.merchants, request.merchantId)),
});

/** The merchant that a request names. @throws Failure NOT_FOUND */
export async function requireMerchant(merchants: MerchantReader, merchantId: string): Promise<Merchant> {
  const merchant = await merchants.get(merchantId);
  if (!merchant) throw new Failure("NOT_FOUND");
  return merchant;
}
