import type {
  ListPublisherApiKeysRequest,
  ListPublisherApiKeysResponse,
} from "../../../gen/ts/pda/publisher/v1/api_key_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { apiKeyToProto } from "./convert.ts";
import { requirePublisher } from "./own-publisher.ts";

/** API keys of a publisher, newest first. */
export const listPublisherApiKeys: Handler<
  ListPublisherApiKeysRequest,
  ListPublisherApiKeysResponse
> = async ({ request, read }) => {
  const binding = { list: "api-keys", publisherId: request.publisherId };
  const page = pageRequest(request, binding);
  const { publisherId } = await requirePublisher(read.publishers, request.publisherId);
  const { items, next } = await read.apiKeys.list({ kind: "publisher", publisherId }, page);
  return { items: items.map(apiKeyToProto), nextPageToken: pageToken(next, binding) };
};
