import type {
  RevokeApiKeyRequest,
  RevokeApiKeyResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { revokeKey } from "../api-keys/own.ts";
import { apiKeyToProto } from "./convert.ts";

/** Revokes an API key for ever; one that is revoked stays as it is. */
export const revokeApiKey: Handler<RevokeApiKeyRequest, RevokeApiKeyResponse> = async ({
  request,
  transact,
}) =>
  transact(async (tx) => {
    const { merchantId, apiKeyId } = request;
    return {
      apiKey: apiKeyToProto(await revokeKey(tx.apiKeys, { kind: "merchant", merchantId }, apiKeyId)),
    };
  });
