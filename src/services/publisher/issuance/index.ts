import { IssuanceServiceService } from "../../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { implement, type ServedMethod } from "../../../rpc/handler.ts";
import type { ServiceDeps } from "../../deps.ts";
import { addIssuanceItems } from "./add-issuance-items.ts";
import { batchIssueAssets } from "./batch-issue-assets.ts";
import { createIssuanceJob, getIssuanceJob, listIssuanceItems, listIssuanceJobs } from "./issuance-jobs.ts";
import { issueAsset } from "./issue-asset.ts";
import { issueValue } from "./issue-value.ts";

export function issuanceService({ networks }: Pick<ServiceDeps, "networks">): ServedMethod[] {
  return implement(IssuanceServiceService, {
    issueValue,
    issueAsset: issueAsset(networks),
    batchIssueAssets: batchIssueAssets(networks),
    createIssuanceJob,
    getIssuanceJob,
    listIssuanceJobs,
    addIssuanceItems: addIssuanceItems(networks),
    listIssuanceItems,
  });
}
