import type {
  GetApiKeyRequest,
  GetApiKeyResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { ApiKey } from "../../domain/access/api-key.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { ApiKeyReader } from "../../store/access/store.ts";
import { apiKeyToProto } from "./convert.ts";

/** One API key of a merchant, without its secret. */
export const getApiKey: Handler<GetApiKeyRequest, GetApiKeyResponse> = async ({ request, read }) => ({
  apiKey: apiKeyToProto(await requireApiKey(read.apiKeys, request)),
});

/** The key that a request names, if it is the merchant's. @throws Failure NOT_FOUND */
export async function requireApiKey(
  apiKeys: ApiKeyReader,
  named: { merchantId: string; apiKeyId: string },
): Promise<ApiKey> {
  const apiKey = await apiKeys.get(named.merchantId, named.apiKeyId);
  if (!apiKey) throw new Failure("NOT_FOUND");
  return apiKey;
}
