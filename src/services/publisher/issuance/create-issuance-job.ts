import type {
  CreateIssuanceJobRequest,
  CreateIssuanceJobResponse,
} from "../../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { requireIssuing } from "../own-publisher.ts";
import { jobToProto } from "./convert.ts";

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
