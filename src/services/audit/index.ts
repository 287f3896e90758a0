import { AuditServiceService } from "../../../gen/ts/pda/audit/v1/audit_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { getAuditCheckpoint } from "./get-checkpoint.ts";
import { getAuditRecord, listAuditRecords } from "./read-records.ts";

export function auditService(options: { readonly checkpoints: Checkpoints }): ServedMethod[] {
  return implement(AuditServiceService, {
    listAuditRecords,
    getAuditRecord: getAuditRecord(options),
    getAuditCheckpoint: getAuditCheckpoint(options),
  });
}
