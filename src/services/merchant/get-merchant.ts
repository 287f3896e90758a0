import type { Merchant as MerchantMessage } from "../../../gen/ts/pda/merchant/v1/merchant.ts";
import type {
  GetMerchantRequest,
  GetMerchantResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { MerchantReader, MerchantWriter } from "../../store/merchant/merchants.ts";
import type { SettlementAccountReader } from "../../store/merchant/settlement-accounts.ts";
import { requireVersion } from "../precondition.ts";
import { merchantToProto } from "./convert.ts";

/** One merchant. */
export const getMerchant: Handler<GetMerchantRequest, GetMerchantResponse> = async ({ request, read }) =>
  shownMerchant(read, await requireMerchant(read.merchants, request.merchantId));

/** A merchant as it is answered, with what is pending of it. */
export async function shownMerchant(
  { settlementAccounts }: { readonly settlementAccounts: SettlementAccountReader },
  merchant: Merchant,
): Promise<{ merchant: MerchantMessage }> {
  return { merchant: merchantToProto(merchant, await settlementAccounts.pending([merchant.merchantId])) };
}

/**
 * The merchant that a request is to change, locked.
 *
 * @throws Failure NOT_FOUND, PRECONDITION_FAILED
 */
export async function lockMerchant(
  merchants: MerchantWriter,
  named: { readonly merchantId: string; readonly ifMatch: readonly number[] },
): Promise<Merchant> {
  const merchant = await merchants.lock(named.merchantId);
  if (!merchant) throw new Failure("NOT_FOUND");
  requireVersion(merchant, named.ifMatch);
  return merchant;
}

/** The merchant that a request names. @throws Failure NOT_FOUND */
export async function requireMerchant(merchants: MerchantReader, merchantId: string): Promise<Merchant> {
  const merchant = await merchants.get(merchantId);
  if (!merchant) throw new Failure("NOT_FOUND");
  return merchant;
}
