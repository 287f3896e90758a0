import { VerificationServiceService } from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { TagKeys } from "../tag-keys.ts";
import { ticketService } from "../ticket/index.ts";
import { AuthenticityReceipts } from "./authenticity-receipt.ts";
import { createChallenge } from "./create-challenge.ts";
import { encodeVerdict } from "./encode.ts";
import { Inquiry } from "./inquiry.ts";
import { CertificateJudge } from "./judge.ts";
import { verifyAuthenticity } from "./verify-authenticity.ts";
import { verifyOwnership } from "./verify-ownership.ts";

/** What the Verification API needs. */
export type VerificationDeps = Pick<
  ServiceDeps,
  "trust" | "publicUrl" | "receipts" | "statusLists" | "sealer" | "signingKeys" | "ownershipTags"
>;

/** The Verification API, with tickets: both judge what is presented by the same means. */
export function verificationService(deps: VerificationDeps): ServedMethod[] {
  const { trust, publicUrl, receipts, statusLists, sealer, ownershipTags } = deps;
  const inquiry = new Inquiry({
    trust,
    judge: new CertificateJudge(trust.anchors),
    tagKeys: new TagKeys(sealer),
  });
  const { path } = VerificationServiceService.verifyAuthenticity;
  const verification = implement(VerificationServiceService, {
    createChallenge: createChallenge({ publicUrl }),
    verifyAuthenticity: verifyAuthenticity(inquiry, new AuthenticityReceipts(receipts, statusLists)),
    verifyOwnership: verifyOwnership(ownershipTags),
  }).map((method) => (method.path === path ? { ...method, encodeResponse: encodeVerdict } : method));
  return [...verification, ...ticketService(inquiry, deps)];
}
