import type { PdaError } from "../../../clients/typescript/src/index.ts";
import type { Purpose } from "../lists/problem.ts";

/**
 * Returns the purpose of a call about webhook endpoints and events.
 * @param scope scope that the call needs
 * @param webhookId the endpoint; absent when the call is not about one
 */
export const webhookCall = (scope: string, webhookId = "<webhook>"): Purpose => ({
  scope,
  adviceFor: (error) => adviceFor(error, webhookId),
});

/** Returns the next step where it is another than that of a list. */
function adviceFor({ reason, status, errors }: PdaError, webhookId: string): string | undefined {
  if (reason === "WEBHOOK_NOT_ENABLED" || reason === "WEBHOOK_NOT_VERIFIED")
    return `see its status: pda webhooks show ${webhookId}; then use pda webhooks verify, or pda webhooks enable`;
  if (reason === "REDELIVERY_LIMIT") return "wait until the events that are scheduled have been sent";
  if (reason === "SECRET_OVERLAP") return "replace both secrets at once with --overlap-seconds 0";
  // The service does not keep test events and verifications, so it cannot tell them from identifiers of nothing.
  if (reason === "UNKNOWN_EVENT")
    return `a test event or a verification cannot be sent again; send another test event: pda trigger <type> --webhook ${webhookId}`;
  if (reason === "OTHER_TENANT") return "omit --tenant: this key names only its own tenant";
  if (errors.some(({ field }) => field === "tenantId")) return "name the merchant or publisher with --tenant";
  if (status === 404) return "see which exist: pda webhooks list";
  return undefined;
}
