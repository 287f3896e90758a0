import * as proto from "../../../gen/ts/pda/audit/v1/audit.ts";
import { type AuditCaller, type AuditOutcome, decodeRecord } from "../../domain/audit/record.ts";
import { mechanisms, tokenBindings } from "../../rpc/audit/mechanism.ts";
import type { StoredRecord } from "../../store/audit/records.ts";
import { wordOf } from "../contract/enum.ts";
import { timestamp } from "../contract/timestamp.ts";

const outcome: Record<AuditOutcome, proto.AuditOutcome> = {
  succeeded: proto.AuditOutcome.AUDIT_OUTCOME_SUCCEEDED,
  refused: proto.AuditOutcome.AUDIT_OUTCOME_REFUSED,
  failed: proto.AuditOutcome.AUDIT_OUTCOME_FAILED,
};

const caller: Record<AuditCaller, proto.AuditCaller> = {
  anonymous: proto.AuditCaller.AUDIT_CALLER_ANONYMOUS,
  operator: proto.AuditCaller.AUDIT_CALLER_OPERATOR,
  merchant: proto.AuditCaller.AUDIT_CALLER_MERCHANT,
  publisher: proto.AuditCaller.AUDIT_CALLER_PUBLISHER,
  service: proto.AuditCaller.AUDIT_CALLER_SERVICE,
  wallet: proto.AuditCaller.AUDIT_CALLER_WALLET,
};

/** Converts the contract's outcome to the domain's; undefined for unspecified. */
export const outcomeOf = wordOf(outcome);

export function recordToProto({ bytes }: Pick<StoredRecord, "bytes">): proto.AuditRecord {
  const record = decodeRecord(bytes);
  return {
    recordId: record.recordId,
    callTime: timestamp(new Date(record.time)),
    operation: record.operation,
    caller: caller[record.caller],
    tenantId: record.tenantId,
    credentialId: record.credentialId,
    deviceId: record.deviceId,
    mechanism: mechanisms[record.mechanism],
    resourceIds: [...record.resourceIds],
    outcome: outcome[record.outcome],
    errorCode: record.errorCode,
    reason: record.reason,
    replayed: record.replayed ?? false,
    requestId: record.requestId,
    addressHash: record.addressHash,
    callCount: record.callCount ?? 1,
    signedBy: record.signedBy,
    delegate: record.delegate,
    tokenBinding: record.tokenBinding && tokenBindings[record.tokenBinding],
    clientId: record.clientId,
    sessionId: record.sessionId,
  };
}
