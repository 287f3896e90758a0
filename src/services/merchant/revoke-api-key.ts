import type {
  RevokeApiKeyRequest,
  RevokeApiKeyResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { apiKeyToProto } from "./convert.ts";
import { requireApiKey } from "./get-api-key.ts";

/** Revokes an API key for ever; one that is revoked stays as it is. */
export const revokeApiKey: Handler<RevokeApiKeyRequest, RevokeApiKeyResponse> = async ({
  request,
  transact,
}) =>
  transact(async (tx) => {
    const { apiKeyId } = await requireApiKey(tx.apiKeys, request);
    return { apiKey: apiKeyToProto(await tx.apiKeys.revoke(apiKeyId)) };
  });
