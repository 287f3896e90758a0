import type { LedgerServiceService } from "../../../gen/ts/pda/payment/v1/ledger_service.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { assetTypesOf } from "../asset/asset-types.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";

type Service = Handlers<typeof LedgerServiceService>;

/** Lists a merchant's balances by asset type. */
export const listMerchantBalances: Service["listMerchantBalances"] = async ({ request, read }) => {
  const binding = { list: "merchant balances", merchantId: request.merchantId };
  const page = pageRequest(request, binding, "assetType");
  const { merchantId } = requireFound(await read.merchants.get(request.merchantId));
  const found = await read.balances.ofMerchant(merchantId, page);
  const typeOf = await assetTypesOf(read.assetTypes, found.items);
  return pageToProto(found, binding, (balance) => {
    const { code, decimals } = typeOf(balance);
    return {
      assetType: code,
      available: formatAmount(balance.available, decimals),
      pending: formatAmount(balance.pending, decimals),
      settled: formatAmount(balance.settled, decimals),
    };
  });
};

/** Lists the outstanding amounts that a publisher has issued, by asset type. */
export const listPublisherBalances: Service["listPublisherBalances"] = async ({ request, read }) => {
  const binding = { list: "publisher balances", publisherId: request.publisherId };
  const page = pageRequest(request, binding, "assetType");
  const { publisherId } = requireFound(await read.publishers.get(request.publisherId));
  const found = await read.balances.ofPublisher(publisherId, page);
  const typeOf = await assetTypesOf(read.assetTypes, found.items);
  return pageToProto(found, binding, (balance) => {
    const { code, decimals } = typeOf(balance);
    return { assetType: code, outstanding: formatAmount(balance.outstanding, decimals) };
  });
};
