import type {
  ListMerchantsRequest,
  ListMerchantsResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { merchantStatusOf, merchantToProto } from "./convert.ts";

/** Merchants, newest first. */
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
