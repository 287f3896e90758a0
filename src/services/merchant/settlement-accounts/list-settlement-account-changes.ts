import type {
  ListSettlementAccountChangesRequest,
  ListSettlementAccountChangesResponse,
} from "../../../../gen/ts/pda/merchant/v1/settlement_account_service.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { pageRequest, pageToken } from "../../page-token.ts";
import { changeToProto } from "../convert.ts";
import { requireMerchant } from "../get-merchant.ts";

/** Changes of the merchant's settlement accounts, newest first. */
export const listSettlementAccountChanges: Handler<
  ListSettlementAccountChangesRequest,
  ListSettlementAccountChangesResponse
> = async ({ request, read }) => {
  const { merchantId } = request;
  const binding = { list: "settlement_account_changes", merchantId };
  const page = pageRequest(request, binding);
  await requireMerchant(read.merchants, merchantId);
  const { items, next } = await read.settlementAccounts.list(merchantId, page);
  return { items: items.map(changeToProto), nextPageToken: pageToken(next, binding) };
};
