import type { AuditServiceService } from "../../../gen/ts/pda/audit/v1/audit_service.ts";
import { operations } from "../../../gen/rest/operations.ts";
import { inclusionPath } from "../../domain/audit/merkle.ts";
import { timesOfRequest } from "../../domain/audit/request-time.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import { timeRangeBinding, timeRangeOf } from "../contract/time-range.ts";
import { type Checkpoints, hashesOf } from "./checkpoints.ts";
import { outcomeOf, recordToProto } from "./convert.ts";

/** Operations that change nothing, and what the gateway refused without knowing an operation. */
const noChanges = new Set([
  "*",
  ...operations.filter(({ readOnly }) => readOnly).map(({ method }) => method),
]);

type Service = Handlers<typeof AuditServiceService>;

/** Lists the records of the caller's tenant, newest first. */
export const listAuditRecords: Service["listAuditRecords"] = async ({ request, tenant, principal, read }) => {
  const { operation, credentialId, sessionId, requestId, resourceId, tenantId, changesOnly } = request;
  const outcome = outcomeOf(request.outcome);
  // Absent without the filters, so that the page tokens of an earlier version stay valid during an upgrade.
  const later = {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(resourceId === undefined ? {} : { resourceId }),
    ...(tenantId === undefined ? {} : { tenantId }),
  };
  const asked = timeRangeOf(request);
  const isAnyTime = asked.from === undefined && asked.to === undefined;
  const range = isAnyTime && requestId !== undefined ? timesOfRequest(requestId) : asked;
  const binding = {
    list: "audit-records",
    tenant: principal.tenantId,
    operation,
    outcome,
    credentialId,
    ...later,
    ...(changesOnly ? { changesOnly: 1 } : {}),
    ...timeRangeBinding(range),
  };
  const page = pageRequest(request, binding, "auditRecord");
  const filter = {
    ...(operation === undefined ? {} : { operation }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(credentialId === undefined ? {} : { credentialId }),
    ...later,
    ...(changesOnly ? { leftOut: noChanges } : {}),
    // Records have real time, also in a sandbox whose business time is ahead.
    ...(range.from || range.to ? { created: { ...range, offsetSeconds: 0 } } : {}),
  };
  return pageToProto(await read.audit.list(tenant, filter, page), binding, recordToProto);
};

/** Returns a record of the caller's tenant with the proof that it is in the signed tree. */
export const getAuditRecord =
  ({ checkpoints }: { readonly checkpoints: Checkpoints }): Service["getAuditRecord"] =>
  async ({ request, tenant, read }) => {
    const record = requireFound(await read.audit.get(tenant, request.recordId));
    const { position } = record;
    const { size, note } = await checkpoints.covering(position + 1);
    const hashes = await hashesOf(read, inclusionPath(position, { start: 0, end: size }));
    return {
      record: recordToProto(record),
      proof: {
        position: BigInt(position),
        canonicalRecord: record.bytes.toString(),
        checkpoint: note,
        hashes: hashes.map((hash) => Buffer.from(hash)),
      },
    };
  };
