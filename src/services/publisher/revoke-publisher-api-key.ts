import type {
  RevokePublisherApiKeyRequest,
  RevokePublisherApiKeyResponse,
} from "../../../gen/ts/pda/publisher/v1/api_key_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { revokeKey } from "../api-keys/own.ts";
import { apiKeyToProto } from "./convert.ts";

/** Revokes an API key for ever; one that is revoked stays as it is. */
export const revokePublisherApiKey: Handler<
  RevokePublisherApiKeyRequest,
  RevokePublisherApiKeyResponse
> = async ({ request, transact }) =>
  transact(async (tx) => {
    const { publisherId, apiKeyId } = request;
    const apiKey = await revokeKey(tx.apiKeys, { kind: "publisher", publisherId }, apiKeyId);
    return { apiKey: apiKeyToProto(apiKey) };
  });
