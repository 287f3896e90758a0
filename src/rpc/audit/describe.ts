import { catalogue } from "../../../gen/errors/catalogue.ts";
import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import type { AuditCaller, AuditEntry } from "../../domain/audit/record.ts";
import type { Failure } from "../failure.ts";
import { mechanismOf, tokenBindingOf } from "./mechanism.ts";
import type { CountedRefusals } from "./refusals.ts";

const kinds: Readonly<Partial<Record<PrincipalKind, AuditCaller>>> = {
  [PrincipalKind.PRINCIPAL_KIND_ANONYMOUS]: "anonymous",
  [PrincipalKind.PRINCIPAL_KIND_OPERATOR]: "operator",
  [PrincipalKind.PRINCIPAL_KIND_MERCHANT]: "merchant",
  [PrincipalKind.PRINCIPAL_KIND_PUBLISHER]: "publisher",
  [PrincipalKind.PRINCIPAL_KIND_SERVICE]: "service",
  [PrincipalKind.PRINCIPAL_KIND_WALLET]: "wallet",
};

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
  const { tenantId, credentialId, deviceId, signedBy, delegation, authentication } = principal;
  return {
    addressHash: call.addressHash,
    callCount: undefined,
    caller: kinds[principal.kind] ?? "anonymous",
    clientId: authentication?.clientId,
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
    sessionId: authentication?.sessionId,
    signedBy,
    tenantId: tenantId === "" ? undefined : tenantId,
    time: timeText(call.time?.getTime() ?? Date.now()),
    tokenBinding: tokenBindingOf(principal),
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
  const { time, requestId, caller, mechanism, addressHash, tenantId, credentialId, deviceId, sessionId } =
    first;
  const common = { time, requestId, callCount: calls, operation: "*" };
  const refused = { ...common, outcome: "refused", resourceIds: [] } as const;
  return mixed
    ? { ...refused, caller: "anonymous", mechanism: "anonymous" }
    : { ...refused, caller, mechanism, addressHash, tenantId, credentialId, deviceId, sessionId };
}
