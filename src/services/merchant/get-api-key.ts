import type {
  GetApiKeyRequest,
  GetApiKeyResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { requireKey } from "../api-keys/own.ts";
import { apiKeyToProto } from "./convert.ts";

/** One API key of a merchant, without its secret. */
export const getApiKey: Handler<GetApiKeyRequest, GetApiKeyResponse> = async ({ request, read }) => {
  const { merchantId, apiKeyId } = request;
  return {
    apiKey: apiKeyToProto(await requireKey(read.apiKeys, { kind: "merchant", merchantId }, apiKeyId)),
  };
};
