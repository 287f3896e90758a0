import { VerificationServiceService } from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { TagKeys } from "../publisher/devices/tag-keys.ts";
import { ticketService } from "../ticket/index.ts";
import { AuthenticityReceipts } from "./authenticity-receipt.ts";
import { createChallenge } from "./create-challenge.ts";
import { encodeVerdict } from "./encode.ts";
import { Inquiry } from "./inquiry.ts";
import { CertificateJudge } from "./judge.ts";
import { PublisherJudge } from "./publisher-judge.ts";
import { verifyAsset } from "./verify-asset.ts";
import { verifyAuthenticity } from "./verify-authenticity.ts";
import { verifyCapabilities } from "./verify-capabilities.ts";
import { verifyLifecycle } from "./verify-lifecycle.ts";
import { verifyOwnership } from "./verify-ownership.ts";
import { verifyPublisher } from "./verify-publisher.ts";
import { verifyRevocation } from "./verify-revocation.ts";

/** What the Verification API needs. */
export type VerificationDeps = Pick<
  ServiceDeps,
  "trust" | "publicUrl" | "receipts" | "statusLists" | "sealer" | "signingKeys" | "ownershipTags"
>;

/** The Verification API, with tickets: both judge what is presented by the same means. */
export function verificationService(deps: VerificationDeps): ServedMethod[] {
  const { trust, publicUrl, receipts, statusLists, sealer, ownershipTags } = deps;
  const judge = new CertificateJudge(trust.anchors);
  const inquiry = new Inquiry({ trust, judge, tagKeys: new TagKeys(sealer) });
  const { path } = VerificationServiceService.verifyAuthenticity;
  const publishers = new PublisherJudge(trust.anchors, judge);
  const authenticity = verifyAuthenticity(inquiry, new AuthenticityReceipts(receipts, statusLists));
  const verification = implement(VerificationServiceService, {
    createChallenge: createChallenge({ publicUrl }),
    verifyAuthenticity: authenticity,
    verifyOwnership: verifyOwnership(ownershipTags),
    verifyPublisher: verifyPublisher(publishers),
    verifyLifecycle,
    verifyRevocation: verifyRevocation(judge, statusLists),
    verifyCapabilities,
    verifyAsset: verifyAsset({ authenticity, judge, publishers, statusLists }),
  }).map((method) => (method.path === path ? { ...method, encodeResponse: encodeVerdict } : method));
  return [...verification, ...ticketService(inquiry, deps)];
}
