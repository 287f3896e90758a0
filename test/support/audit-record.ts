import { type AuditRecord, canonicalRecord } from "../../src/domain/audit/record.ts";

/** Returns a record as the log has it. */
export const encodeRecord = (record: AuditRecord): Buffer =>
  Buffer.from(canonicalRecord(record, record.recordId));
