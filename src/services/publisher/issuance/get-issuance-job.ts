import type {
  GetIssuanceJobRequest,
  GetIssuanceJobResponse,
} from "../../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import type { IssuanceJob } from "../../../domain/asset/issuance.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { jobToProto } from "./convert.ts";

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
