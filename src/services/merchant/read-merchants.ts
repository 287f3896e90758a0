import type { Merchant as MerchantMessage } from "../../../gen/ts/pda/merchant/v1/merchant.ts";
import type { MerchantServiceService } from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { SettlementAccountReader } from "../../store/merchant/settlement-accounts.ts";
import { invalidPageToken, pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import { merchantStatusOf, merchantToProto } from "./convert.ts";

type Service = Handlers<typeof MerchantServiceService>;

export const getMerchant: Service["getMerchant"] = async ({ request, read }) =>
  shownMerchant(read, requireFound(await read.merchants.get(request.merchantId)));

/** Returns a merchant as the contract shows it, after reading its pending settlement account changes. */
export async function shownMerchant(
  { settlementAccounts }: { readonly settlementAccounts: SettlementAccountReader },
  merchant: Merchant,
): Promise<{ merchant: MerchantMessage }> {
  return { merchant: merchantToProto(merchant, await settlementAccounts.pending([merchant.merchantId])) };
}

/** Lists merchants: newest first, or by name when the beginning of a name is given. */
export const listMerchants: Service["listMerchants"] = async ({ request, read }) => {
  const { namePrefix } = request;
  const status = merchantStatusOf(request.status);
  const binding = { list: "merchants", status, namePrefix };
  const page = pageRequest(request, binding, "merchant");
  const found = await read.merchants.list({ ...(status ? { status } : {}), namePrefix }, page);
  if (!found) throw invalidPageToken();
  const pending = await read.settlementAccounts.pending(found.items.map(({ merchantId }) => merchantId));
  return pageToProto(found, binding, (merchant) =>
    merchantToProto(
      merchant,
      pending.filter(({ merchantId }) => merchantId === merchant.merchantId),
    ),
  );
};
