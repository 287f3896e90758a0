import type {
  ListIssuanceJobsRequest,
  ListIssuanceJobsResponse,
} from "../../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { pageRequest, pageToken } from "../../page-token.ts";
import { requirePublisher } from "../own-publisher.ts";
import { jobToProto } from "./convert.ts";

/** Issuance jobs of the publisher, newest first. */
export const listIssuanceJobs: Handler<ListIssuanceJobsRequest, ListIssuanceJobsResponse> = async ({
  request,
  read,
}) => {
  const binding = { list: "issuance_jobs", publisherId: request.publisherId };
  const page = pageRequest(request, binding);
  const { publisherId } = await requirePublisher(read.publishers, request.publisherId);
  const { items, next } = await read.issuanceJobs.list(publisherId, page);
  return { items: items.map(jobToProto), nextPageToken: pageToken(next, binding) };
};
