/** How a call ended: done; refused because of the call; or failed in the service, so that its effect may be unknown. */
export type AuditOutcome = "succeeded" | "refused" | "failed";

/** Who called. */
export type AuditCaller = "anonymous" | "operator" | "merchant" | "publisher" | "service" | "wallet";

/** How the caller proved who it is. */
export type AuditMechanism =
  | "anonymous"
  | "api_key"
  | "client_certificate"
  | "service_certificate"
  | "request_signature";

/** What the audit log says of a call. Every text is ASCII. */
export interface AuditRecord {
  /** HMAC-SHA-256 of the caller's address under a key of the installation, base64url; absent when no address is known. */
  readonly addressHash?: string;
  /** Number of refused calls that this one record stands for; absent for a single call. */
  readonly callCount?: number;
  readonly caller: AuditCaller;
  readonly credentialId?: string;
  /** Terminal of the merchant that the credential belongs to. */
  readonly deviceId?: string;
  /** Catalogue code such as `SVC-4040`; absent when the call succeeded. */
  readonly errorCode?: string;
  readonly mechanism: AuditMechanism;
  /** Name of the operation such as `CreatePayment`. */
  readonly operation: string;
  readonly outcome: AuditOutcome;
  /** Reason of the refusal as the error catalogue names it; absent when the call succeeded. */
  readonly reason?: string;
  readonly recordId: string;
  /** True when the caller got the stored answer of an earlier call. */
  readonly replayed?: boolean;
  readonly requestId: string;
  readonly resourceIds: readonly string[];
  readonly tenantId?: string;
  /** Real time in milliseconds, RFC 3339 in UTC. */
  readonly time: string;
}

/**
 * Encodes a record in its only form: JSON without spaces, with its members in alphabetical order (RFC 8785). So the leaf of a record can be
 * computed again from the record alone.
 */
export function encodeRecord(record: AuditRecord): Buffer {
  return Buffer.from(
    JSON.stringify({
      addressHash: record.addressHash,
      callCount: record.callCount,
      caller: record.caller,
      credentialId: record.credentialId,
      deviceId: record.deviceId,
      errorCode: record.errorCode,
      mechanism: record.mechanism,
      operation: record.operation,
      outcome: record.outcome,
      reason: record.reason,
      recordId: record.recordId,
      replayed: record.replayed,
      requestId: record.requestId,
      resourceIds: record.resourceIds,
      tenantId: record.tenantId,
      time: record.time,
    }),
  );
}

/** Decodes a record that `encodeRecord` made. */
export const decodeRecord = (bytes: Uint8Array): AuditRecord =>
  JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as AuditRecord;
