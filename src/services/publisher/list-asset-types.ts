import type {
  ListAssetTypesRequest,
  ListAssetTypesResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { assetTypeToProto } from "./convert.ts";

/** Asset types of the publisher, newest first. */
export const listAssetTypes: Handler<ListAssetTypesRequest, ListAssetTypesResponse> = async ({
  request,
  read,
}) => {
  const { publisherId } = request;
  const binding = { list: "asset_types", publisherId };
  const { items, next } = await read.assetTypes.list(publisherId, pageRequest(request, binding));
  return { items: items.map(assetTypeToProto), nextPageToken: pageToken(next, binding) };
};
