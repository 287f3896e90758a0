import { RecordServiceService } from "../../../gen/ts/pda/verification/v1/record_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { getRevocationList } from "./get-revocation-list.ts";
import { getStatusList } from "./get-status-list.ts";
import { getVerificationKeys } from "./get-verification-keys.ts";

/** What verifiers need to decide without asking. */
export function recordService({
  signingKeys,
  statusLists,
  revocationLists,
}: Pick<ServiceDeps, "signingKeys" | "statusLists" | "revocationLists">): ServedMethod[] {
  return implement(RecordServiceService, {
    getVerificationKeys: getVerificationKeys(signingKeys),
    getStatusList: getStatusList(statusLists),
    getRevocationList: getRevocationList(revocationLists),
  });
}
