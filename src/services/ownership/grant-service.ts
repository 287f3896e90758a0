import { GrantServiceService } from "../../../gen/ts/pda/publisher/v1/grant_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { grantOwnership } from "./grant-ownership.ts";
import { issueClaimCode } from "./issue-claim-code.ts";

/** First owners, as publishers name them. */
export function grantService(
  deps: Pick<ServiceDeps, "sealer" | "ownershipTags" | "receipts">,
): ServedMethod[] {
  return implement(GrantServiceService, {
    issueClaimCode: issueClaimCode(deps),
    grantOwnership: grantOwnership(deps),
  });
}
