import type { Merchant as MerchantMessage } from "../../../gen/ts/pda/merchant/v1/merchant.ts";
import type {
  GetMerchantRequest,
  GetMerchantResponse,
  ListMerchantsRequest,
  ListMerchantsResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { MerchantReader, MerchantWriter } from "../../store/merchant/merchants.ts";
import type { SettlementAccountReader } from "../../store/merchant/settlement-accounts.ts";
import { pageRequest, pageToken } from "../contract/page-token.ts";
import { requireVersion } from "../contract/precondition.ts";
import { merchantStatusOf, merchantToProto } from "./convert.ts";

export const getMerchant: Handler<GetMerchantRequest, GetMerchantResponse> = async ({ request, read }) =>
  shownMerchant(read, await requireMerchant(read.merchants, request.merchantId));

/** Returns a merchant as the contract shows it, after reading its pending settlement account changes. */
export async function shownMerchant(
  { settlementAccounts }: { readonly settlementAccounts: SettlementAccountReader },
  merchant: Merchant,
): Promise<{ merchant: MerchantMessage }> {
  return { merchant: merchantToProto(merchant, await settlementAccounts.pending([merchant.merchantId])) };
}

/**
 * Locks and returns the merchant that a request changes.
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

/** Returns the merchant that a request names. @throws Failure NOT_FOUND */
export async function requireMerchant(merchants: MerchantReader, merchantId: string): Promise<Merchant> {
  const merchant = await merchants.get(merchantId);
  if (!merchant) throw new Failure("NOT_FOUND");
  return merchant;
}

/** Lists merchants, newest first. */
export const listMerchants: Handler<ListMerchantsRequest, ListMerchantsResponse> = async ({
  request,
  read,
}) => {
  const { namePrefix } = request;
  const status = merchantStatusOf(request.status);
  const binding = { list: "merchants", status, namePrefix };
  const page = pageRequest(request, binding);
  const { items, next } = await read.merchants.list({ ...(status ? { status } : {}), namePrefix }, page);
  const pending = await read.settlementAccounts.pending(items.map(({ merchantId }) => merchantId));
  return {
    items: items.map((merchant) =>
      merchantToProto(
        merchant,
        pending.filter(({ merchantId }) => merchantId === merchant.merchantId),
      ),
    ),
    nextPageToken: pageToken(next, binding),
  };
};
