import type {
  GetPublisherApiKeyRequest,
  GetPublisherApiKeyResponse,
} from "../../../gen/ts/pda/publisher/v1/api_key_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { requireKey } from "../api-keys/own.ts";
import { apiKeyToProto } from "./convert.ts";

/** One API key of a publisher, without its secret. */
export const getPublisherApiKey: Handler<GetPublisherApiKeyRequest, GetPublisherApiKeyResponse> = async ({
  request,
  read,
}) => {
  const { publisherId, apiKeyId } = request;
  const apiKey = await requireKey(read.apiKeys, { kind: "publisher", publisherId }, apiKeyId);
  return { apiKey: apiKeyToProto(apiKey) };
};
