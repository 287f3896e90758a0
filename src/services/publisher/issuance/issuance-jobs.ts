import type { IssuanceServiceService } from "../../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import { pageRequest, pageToProto, wholeNumber } from "../../contract/page-token.ts";
import { requireFound } from "../../contract/require-found.ts";
import { requireIssuing } from "../require-publisher.ts";
import { itemStatusOf, itemToProto, jobToProto } from "./convert.ts";

type Service = Handlers<typeof IssuanceServiceService>;

/** Creates an issuance job, or returns the job that has the same reference already. */
export const createIssuanceJob: Service["createIssuanceJob"] = async ({ request, transact }) =>
  transact(async (tx) => {
    const { publisherId } = await requireIssuing(tx.publishers, request.publisherId);
    const { reference, itemCount } = request;
    const issuanceJobId = newId("issuanceJob");
    const job = await tx.issuanceJobs.insertOrFind({ issuanceJobId, publisherId, reference, itemCount });
    if (job.itemCount !== itemCount)
      throw Failure.ofField(
        "reference",
        "TAKEN",
        `A job with this reference already exists and has ${job.itemCount} items.`,
      );
    return { issuanceJob: jobToProto(job) };
  });

export const getIssuanceJob: Service["getIssuanceJob"] = async ({ request, read }) => ({
  issuanceJob: jobToProto(
    requireFound(await read.issuanceJobs.get(request.publisherId, request.issuanceJobId)),
  ),
});

/** Lists the publisher's issuance jobs, newest first. */
export const listIssuanceJobs: Service["listIssuanceJobs"] = async ({ request, read }) => {
  const binding = { list: "issuance_jobs", publisherId: request.publisherId };
  const page = pageRequest(request, binding, "issuanceJob");
  const { publisherId } = requireFound(await read.publishers.get(request.publisherId));
  return pageToProto(await read.issuanceJobs.list(publisherId, page), binding, jobToProto);
};

/** Lists the results of a job's items, by index. */
export const listIssuanceItems: Service["listIssuanceItems"] = async ({ request, read }) => {
  const { publisherId, issuanceJobId, status } = request;
  const binding = { list: "issuance_items", publisherId, issuanceJobId, status };
  const page = pageRequest(request, binding, wholeNumber);
  const job = requireFound(await read.issuanceJobs.get(publisherId, issuanceJobId));
  const found = await read.issuanceJobs.listItems(job, itemStatusOf(status), page);
  return pageToProto(found, binding, itemToProto);
};
