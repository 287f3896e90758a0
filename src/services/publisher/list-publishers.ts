import type {
  ListPublishersRequest,
  ListPublishersResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { publisherStatusOf, publisherToProto } from "./convert.ts";

/** Publishers, newest first. */
export const listPublishers: Handler<ListPublishersRequest, ListPublishersResponse> = async ({
  request,
  read,
}) => {
  const status = publisherStatusOf(request.status);
  const binding = { list: "publishers", status };
  const page = pageRequest(request, binding);
  const { items, next } = await read.publishers.list(status ? { status } : {}, page);
  return { items: items.map(publisherToProto), nextPageToken: pageToken(next, binding) };
};
