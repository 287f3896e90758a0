import { IdentityServiceService } from "../../../gen/ts/pda/verification/v1/identity_service.ts";
import { RecordServiceService } from "../../../gen/ts/pda/verification/v1/record_service.ts";
import { VerificationServiceService } from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { ticketService } from "../ticket/index.ts";
import { AuthenticityReceipts } from "./authenticity-receipt.ts";
import { createChallenge } from "./create-challenge.ts";
import { createIdentityChallenge } from "./create-identity-challenge.ts";
import { getRevocationList } from "./get-revocation-list.ts";
import { getStatusList } from "./get-status-list.ts";
import { getVerificationKeys } from "./get-verification-keys.ts";
import { PublisherCertificates } from "./publisher-certificates.ts";
import { validateIdentity } from "./validate-identity.ts";
import { Verifier } from "./verifier.ts";
import { verifyAsset } from "./verify-asset.ts";
import { verifyAuthenticity } from "./verify-authenticity.ts";
import { verifyCapabilities } from "./verify-capabilities.ts";
import { verifyLifecycle } from "./verify-lifecycle.ts";
import { verifyOwnership } from "./verify-ownership.ts";
import { verifyPublisher } from "./verify-publisher.ts";
import { verifyRevocation } from "./verify-revocation.ts";

/** The dependencies of the Verification API. */
export type VerificationDeps = Pick<
  ServiceDeps,
  "trust" | "publicUrl" | "receipts" | "statusLists" | "sealer" | "signingKeys" | "ownershipTags"
>;

/** Serves the Verification API and tickets. Both judge evidence with the same verifier. */
export function verificationService(deps: VerificationDeps): ServedMethod[] {
  const { trust, publicUrl, statusLists, ownershipTags } = deps;
  const verifier = new Verifier(deps);
  const publishers = new PublisherCertificates(trust.anchors, verifier.registered);
  const receipts = new AuthenticityReceipts(deps.receipts, statusLists);
  const verification = implement(VerificationServiceService, {
    createChallenge: createChallenge({ publicUrl }),
    verifyAuthenticity: verifyAuthenticity(verifier, receipts),
    verifyOwnership: verifyOwnership(ownershipTags),
    verifyPublisher: verifyPublisher(publishers),
    verifyLifecycle,
    verifyRevocation: verifyRevocation(verifier.certificates, statusLists),
    verifyCapabilities,
    verifyAsset: verifyAsset({ verifier, receipts, publishers, statusLists }),
  });
  return [...verification, ...ticketService(verifier, deps)];
}

export function identityService(
  deps: Pick<ServiceDeps, "trust" | "publicUrl" | "receipts" | "statusLists">,
): ServedMethod[] {
  return implement(IdentityServiceService, {
    createIdentityChallenge: createIdentityChallenge(deps),
    validateIdentity: validateIdentity(deps),
  });
}

/** Serves the keys and lists that verifiers need to decide offline. */
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
