import type {
  ListApiKeysRequest,
  ListApiKeysResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { apiKeyToProto } from "./convert.ts";
import { requireMerchant } from "./get-merchant.ts";

/** API keys of a merchant, newest first. */
export const listApiKeys: Handler<ListApiKeysRequest, ListApiKeysResponse> = async ({ request, read }) => {
  const binding = { list: "api-keys", merchantId: request.merchantId };
  const page = pageRequest(request, binding);
  const { merchantId } = await requireMerchant(read.merchants, request.merchantId);
  const { items, next } = await read.apiKeys.list({ kind: "merchant", merchantId }, page);
  return { items: items.map(apiKeyToProto), nextPageToken: pageToken(next, binding) };
};
