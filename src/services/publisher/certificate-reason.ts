import { CertificateRevocationReason as Reason } from "../../../gen/ts/pda/publisher/v1/publisher.ts";
import type { RevocationReason } from "../../domain/certificate/revocation.ts";

const reasons: Record<RevocationReason, Reason> = {
  unspecified: Reason.CERTIFICATE_REVOCATION_REASON_UNSPECIFIED,
  key_compromise: Reason.CERTIFICATE_REVOCATION_REASON_KEY_COMPROMISE,
  ca_compromise: Reason.CERTIFICATE_REVOCATION_REASON_CA_COMPROMISE,
  affiliation_changed: Reason.CERTIFICATE_REVOCATION_REASON_AFFILIATION_CHANGED,
  superseded: Reason.CERTIFICATE_REVOCATION_REASON_SUPERSEDED,
  cessation_of_operation: Reason.CERTIFICATE_REVOCATION_REASON_CESSATION_OF_OPERATION,
  privilege_withdrawn: Reason.CERTIFICATE_REVOCATION_REASON_PRIVILEGE_WITHDRAWN,
};
const words = new Map(Object.entries(reasons).map(([word, reason]) => [reason, word as RevocationReason]));

/** The reason that a request states; none is `unspecified`. */
export function revocationReasonOf(reason: Reason | undefined): RevocationReason {
  return (reason !== undefined && words.get(reason)) || "unspecified";
}

/** A reason as the contract shows it: one that was not stated is absent (RFC 5280 §5.3.1). */
export function revocationReasonToProto(reason: RevocationReason | undefined): Reason | undefined {
  return reason === undefined || reason === "unspecified" ? undefined : reasons[reason];
}
