import type {
  CreateIssuanceJobRequest,
  CreateIssuanceJobResponse,
  GetIssuanceJobRequest,
  GetIssuanceJobResponse,
  ListIssuanceItemsRequest,
  ListIssuanceItemsResponse,
  ListIssuanceJobsRequest,
  ListIssuanceJobsResponse,
} from "../../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import type { IssuanceJob } from "../../../domain/asset/issuance.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { pageRequest, pageToken } from "../../contract/page-token.ts";
import { requireIssuing, requirePublisher } from "../require-publisher.ts";
import { itemStatusOf, itemToProto, jobToProto } from "./convert.ts";

/** A new issuance job, or that of the same reference as it is. */
export const createIssuanceJob: Handler<CreateIssuanceJobRequest, CreateIssuanceJobResponse> = async ({
  request,
  transact,
}) =>
  transact(async (tx) => {
    const { publisherId } = await requireIssuing(tx.publishers, request.publisherId);
    const { reference, itemCount } = request;
    const issuanceJobId = newId("issuanceJob");
    const job = await tx.issuanceJobs.insertOrFind({ issuanceJobId, publisherId, reference, itemCount });
    if (job.itemCount !== itemCount)
      throw Failure.ofField(
        "ALREADY_EXISTS",
        "reference",
        "TAKEN",
        `There is a job of this reference with ${job.itemCount} items.`,
      );
    return { issuanceJob: jobToProto(job) };
  });

/** One issuance job of the publisher. */
export const getIssuanceJob: Handler<GetIssuanceJobRequest, GetIssuanceJobResponse> = async ({
  request,
  read,
}) => ({
  issuanceJob: jobToProto(
    requireJob(await read.issuanceJobs.get(request.publisherId, request.issuanceJobId)),
  ),
});

/** @throws Failure NOT_FOUND, the same for unknown and for other publishers' jobs */
export function requireJob(job: IssuanceJob | undefined): IssuanceJob {
  if (!job) throw new Failure("NOT_FOUND");
  return job;
}

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

/** Results of the items of a job, by index. */
export const listIssuanceItems: Handler<ListIssuanceItemsRequest, ListIssuanceItemsResponse> = async ({
  request,
  read,
}) => {
  const { publisherId, issuanceJobId, status } = request;
  const binding = { list: "issuance_items", publisherId, issuanceJobId, status };
  const page = pageRequest(request, binding);
  const job = requireJob(await read.issuanceJobs.get(publisherId, issuanceJobId));
  const { items, next } = await read.issuanceJobs.listItems(job, itemStatusOf(status), page);
  return { items: items.map(itemToProto), nextPageToken: pageToken(next, binding) };
};
