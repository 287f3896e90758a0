import { catalogue } from "../../../gen/errors/catalogue.ts";
import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import type { AuditCaller, AuditMechanism, AuditEntry } from "../../domain/audit/record.ts";
import type { Failure } from "../failure.ts";
import type { CountedRefusals } from "./refusals.ts";

const kinds: Readonly<Partial<Record<PrincipalKind, AuditCaller>>> = {
  [PrincipalKind.PRINCIPAL_KIND_ANONYMOUS]: "anonymous",
  [PrincipalKind.PRINCIPAL_KIND_OPERATOR]: "operator",
  [PrincipalKind.PRINCIPAL_KIND_MERCHANT]: "merchant",
  [PrincipalKind.PRINCIPAL_KIND_PUBLISHER]: "publisher",
  [PrincipalKind.PRINCIPAL_KIND_SERVICE]: "service",
  [PrincipalKind.PRINCIPAL_KIND_WALLET]: "wallet",
};

/** Tells how a caller proved who it is: the form of a credential's name belongs to its kind. */
function mechanismOf({ kind, credentialId, signedBy }: Principal): AuditMechanism {
  if (credentialId === "") return "anonymous";
  if (kind === PrincipalKind.PRINCIPAL_KIND_WALLET || signedBy === credentialId) return "request_signature";
  if (credentialId.startsWith("spiffe://")) return "service_certificate";
  if (credentialId.startsWith("pky_")) return "public_key";
  // The name of an OAuth client is the address of its issuer, `#` and the issuer's name for the client.
  if (credentialId.includes("#")) return "access_token";
  return credentialId.startsWith("crt_") ? "client_certificate" : "api_key";
}

/** What is known of a call before it ends. */
export interface AuditedCall {
  readonly operation: string;
  /** Now, when absent. */
  readonly time?: Date;
  readonly principal: Principal;
  readonly requestId: string;
  readonly addressHash?: string | undefined;
}

/** How a call ended. */
export interface AuditedEnd {
  readonly resourceIds: readonly string[];
  readonly replayed?: boolean;
  /** Absent when the call succeeded. */
  readonly failure?: Pick<Failure, "entry" | "reason">;
}

/** Failures after which the service, not the caller, is at fault, or the effect of the call is not known. */
const failed = new Set<string>(["INTERNAL", "UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED"]);

/** Makes the record of a call. */
export function recordOf(call: AuditedCall, { resourceIds, replayed, failure }: AuditedEnd): AuditEntry {
  const { principal } = call;
  const { tenantId, credentialId, deviceId, signedBy, delegation } = principal;
  return {
    addressHash: call.addressHash,
    callCount: undefined,
    caller: kinds[principal.kind] ?? "anonymous",
    credentialId: credentialId === "" ? undefined : credentialId,
    delegate: delegation?.keyThumbprint,
    deviceId,
    errorCode: failure && catalogue[failure.entry].code,
    mechanism: mechanismOf(principal),
    operation: call.operation,
    outcome: failure ? (failed.has(failure.entry) ? "failed" : "refused") : "succeeded",
    reason: failure?.reason,
    replayed: replayed || undefined,
    requestId: call.requestId,
    resourceIds,
    signedBy,
    tenantId: tenantId === "" ? undefined : tenantId,
    time: timeText(call.time?.getTime() ?? Date.now()),
  };
}

let lastMs = 0;
let lastText = "";

/** Returns a time as text. Calls of the same millisecond share the text. */
function timeText(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms;
    lastText = new Date(ms).toISOString();
  }
  return lastText;
}

/** Makes the record of several refused calls. It names what the calls have in common. */
export function countOf({ first, calls, mixed }: CountedRefusals<AuditEntry>): AuditEntry {
  const { time, requestId, caller, mechanism, addressHash, tenantId, credentialId, deviceId } = first;
  const common = { time, requestId, callCount: calls, operation: "*" };
  const refused = { ...common, outcome: "refused", resourceIds: [] } as const;
  return mixed
    ? { ...refused, caller: "anonymous", mechanism: "anonymous" }
    : { ...refused, caller, mechanism, addressHash, tenantId, credentialId, deviceId };
}
