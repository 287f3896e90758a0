import { VerificationServiceService } from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { CertificateJudge } from "./judge.ts";
import { verifyAuthenticity } from "./verify-authenticity.ts";

/** The Verification API. */
export function verificationService({ trust }: Pick<ServiceDeps, "trust">): ServedMethod[] {
  const judge = new CertificateJudge(trust.anchors);
  return implement(VerificationServiceService, { verifyAuthenticity: verifyAuthenticity(trust, judge) });
}
