import type { ErrorReason } from "../../../gen/errors/catalogue.ts";
import type { CheckReason } from "../../trust/verdict/check.ts";

/** Returns the reason for which a request is refused when its evidence fails a check for this reason. */
export function evidenceReason(reason: CheckReason): ErrorReason {
  switch (reason) {
    // In a refusal these words are about the validity of a ticket.
    case "EXPIRED":
    case "NOT_YET_VALID":
      return "CERTIFICATE_OUTSIDE_VALIDITY";
    // Only offline verification reads revocation lists.
    case "REVOKED":
    case "REVOCATION_STATUS_UNKNOWN":
    case "TOO_MANY_CRLS":
    // These verdicts are not about evidence.
    case "PUBLISHER_NOT_RECOGNISED":
    case "PUBLISHER_NOT_CERTIFIED":
    case "CERTIFICATE_NOT_OF_PUBLISHER":
    case "CERTIFICATE_NOT_RECOGNISED":
    case "LIFECYCLE_NOT_EXPECTED":
    case "CAPABILITY_NOT_SUPPORTED":
      throw new Error(`no evidence fails a check for the reason ${reason}`);
    default:
      return reason;
  }
}
