import { VerificationServiceService } from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { AuthenticityReceipts } from "./authenticity-receipt.ts";
import { createChallenge } from "./create-challenge.ts";
import { encodeVerdict } from "./encode.ts";
import { CertificateJudge } from "./judge.ts";
import { verifyAuthenticity } from "./verify-authenticity.ts";

/** The Verification API. */
export function verificationService({
  trust,
  publicUrl,
  receipts,
  statusLists,
}: Pick<ServiceDeps, "trust" | "publicUrl" | "receipts" | "statusLists">): ServedMethod[] {
  const { path } = VerificationServiceService.verifyAuthenticity;
  return implement(VerificationServiceService, {
    createChallenge: createChallenge({ publicUrl }),
    verifyAuthenticity: verifyAuthenticity(
      trust,
      new CertificateJudge(trust.anchors),
      new AuthenticityReceipts(receipts, statusLists),
    ),
  }).map((method) => (method.path === path ? { ...method, encodeResponse: encodeVerdict } : method));
}
