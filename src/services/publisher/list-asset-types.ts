import type {
  ListAssetTypesRequest,
  ListAssetTypesResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { assetTypeToProto } from "./convert.ts";
import { requirePublisher } from "./own-publisher.ts";

/** Asset types of the publisher, newest first. */
export const listAssetTypes: Handler<ListAssetTypesRequest, ListAssetTypesResponse> = async ({
  request,
  read,
}) => {
  const binding = { list: "asset_types", publisherId: request.publisherId };
  const page = pageRequest(request, binding);
  const { publisherId } = await requirePublisher(read.publishers, request.publisherId);
  const { items, next } = await read.assetTypes.list(publisherId, page);
  return { items: items.map(assetTypeToProto), nextPageToken: pageToken(next, binding) };
};
