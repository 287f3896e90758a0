import { VerificationServiceService } from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { createChallenge } from "./create-challenge.ts";
import { encodeVerdict } from "./encode.ts";
import { CertificateJudge } from "./judge.ts";
import { verifyAuthenticity } from "./verify-authenticity.ts";
import { verifyOwnership } from "./verify-ownership.ts";

/** The Verification API. */
export function verificationService({
  trust,
  publicUrl,
  ownershipTags,
}: Pick<ServiceDeps, "trust" | "publicUrl" | "ownershipTags">): ServedMethod[] {
  const { path } = VerificationServiceService.verifyAuthenticity;
  return implement(VerificationServiceService, {
    createChallenge: createChallenge({ publicUrl }),
    verifyAuthenticity: verifyAuthenticity(trust, new CertificateJudge(trust.anchors)),
    verifyOwnership: verifyOwnership(ownershipTags),
  }).map((method) => (method.path === path ? { ...method, encodeResponse: encodeVerdict } : method));
}
