import { IdentityServiceService } from "../../../gen/ts/pda/verification/v1/identity_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { createIdentityChallenge } from "./create-identity-challenge.ts";
import { validateIdentity } from "./validate-identity.ts";

/** Validation of digital identities. */
export function identityService(
  deps: Pick<ServiceDeps, "trust" | "publicUrl" | "receipts" | "statusLists">,
): ServedMethod[] {
  return implement(IdentityServiceService, {
    createIdentityChallenge: createIdentityChallenge(deps),
    validateIdentity: validateIdentity(deps),
  });
}
