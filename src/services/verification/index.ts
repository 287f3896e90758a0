import { VerificationServiceService } from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { TagKeys } from "../tag-keys.ts";
import { AuthenticityReceipts } from "./authenticity-receipt.ts";
import { createChallenge } from "./create-challenge.ts";
import { encodeVerdict } from "./encode.ts";
import { CertificateJudge } from "./judge.ts";
import { PublisherJudge } from "./publisher-judge.ts";
import { verifyAsset } from "./verify-asset.ts";
import { verifyAuthenticity } from "./verify-authenticity.ts";
import { verifyCapabilities } from "./verify-capabilities.ts";
import { verifyLifecycle } from "./verify-lifecycle.ts";
import { verifyPublisher } from "./verify-publisher.ts";
import { verifyRevocation } from "./verify-revocation.ts";

/** The Verification API. */
export function verificationService({
  trust,
  publicUrl,
  receipts,
  statusLists,
  sealer,
}: Pick<ServiceDeps, "trust" | "publicUrl" | "receipts" | "statusLists" | "sealer">): ServedMethod[] {
  const { path } = VerificationServiceService.verifyAuthenticity;
  const judge = new CertificateJudge(trust.anchors);
  const publishers = new PublisherJudge(trust.anchors, judge);
  const authenticity = verifyAuthenticity({
    trust,
    judge,
    tagKeys: new TagKeys(sealer),
    receipts: new AuthenticityReceipts(receipts, statusLists),
  });
  return implement(VerificationServiceService, {
    createChallenge: createChallenge({ publicUrl }),
    verifyAuthenticity: authenticity,
    verifyPublisher: verifyPublisher(publishers),
    verifyLifecycle,
    verifyRevocation: verifyRevocation(judge, statusLists),
    verifyCapabilities,
    verifyAsset: verifyAsset({ authenticity, judge, publishers, statusLists }),
  }).map((method) => (method.path === path ? { ...method, encodeResponse: encodeVerdict } : method));
}
