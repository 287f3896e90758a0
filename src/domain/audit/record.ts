/** How a call ended: done; refused because of the call; or failed in the service, so that its effect may be unknown. */
export type AuditOutcome = "succeeded" | "refused" | "failed";

/** Who called. */
export type AuditCaller = "anonymous" | "operator" | "merchant" | "publisher" | "service" | "wallet";

/**
 * How the caller proved who it is. `client_certificate`, `public_key` and `access_token` are in records of earlier versions, which said no
 * more.
 */
export type AuditMechanism =
  | "anonymous"
  | "api_key"
  | "client_certificate"
  | "merchant_certificate"
  | "publisher_certificate"
  | "service_certificate"
  | "request_signature"
  | "public_key"
  | "self_signed_jwt"
  | "bound_jwt"
  | "delegation"
  | "access_token"
  | "embedded_access_token"
  | "issuer_access_token"
  | "session";

/** What a token is bound to: a client certificate (RFC 8705), or a key by DPoP (RFC 9449). */
export type AuditTokenBinding = "mtls" | "dpop";

/** What the audit log says of a call. An absent member may also be present and undefined. */
export interface AuditRecord {
  /** HMAC-SHA-256 of the caller's address under a key of the installation, base64url; absent when no address is known. */
  readonly addressHash?: string | undefined;
  /** Number of refused calls that this one record stands for; absent for a single call. */
  readonly callCount?: number | undefined;
  readonly caller: AuditCaller;
  /** OAuth client that got the access token. */
  readonly clientId?: string | undefined;
  readonly credentialId?: string | undefined;
  /** Thumbprint of the key of a delegate, who called for the owner of the credential. */
  readonly delegate?: string | undefined;
  /** Terminal of the merchant that the credential belongs to. */
  readonly deviceId?: string | undefined;
  /** Catalogue code such as `SVC-4040`; absent when the call succeeded. */
  readonly errorCode?: string | undefined;
  readonly mechanism: AuditMechanism;
  /** Name of the operation such as `CreatePayment`. */
  readonly operation: string;
  readonly outcome: AuditOutcome;
  /** Reason of the refusal as the error catalogue names it; absent when the call succeeded. */
  readonly reason?: string | undefined;
  readonly recordId: string;
  /** True when the caller got the stored answer of an earlier call. */
  readonly replayed?: boolean | undefined;
  readonly requestId: string;
  readonly resourceIds: readonly string[];
  /** Session of the person who called, or whose program called. */
  readonly sessionId?: string | undefined;
  /** Key that has signed the request: the identifier of a public key, or the thumbprint of a holder's key. */
  readonly signedBy?: string | undefined;
  readonly tenantId?: string | undefined;
  /** Real time in milliseconds, RFC 3339 in UTC. */
  readonly time: string;
  /** Absent for a token that is bound to nothing, and for what is no token. */
  readonly tokenBinding?: AuditTokenBinding | undefined;
}

/** A record that has no identifier yet. */
export type AuditEntry = Omit<AuditRecord, "recordId">;

/**
 * Returns a record in its only form: JSON without spaces, with its members in alphabetical order (RFC 8785). So the leaf of a record can be
 * computed again from the record alone. One concatenation costs less than `JSON.stringify`; a test compares the two.
 */
export function canonicalRecord(record: AuditEntry, recordId: string): string {
  const { addressHash, callCount, clientId, credentialId, delegate, deviceId, errorCode } = record;
  const { reason, replayed, sessionId, signedBy, tenantId, tokenBinding } = record;
  return (
    (addressHash === undefined ? "{" : `{"addressHash":${quoted(addressHash)},`) +
    (callCount === undefined ? "" : `"callCount":${callCount},`) +
    `"caller":"${record.caller}",` +
    (clientId === undefined ? "" : `"clientId":${quoted(clientId)},`) +
    (credentialId === undefined ? "" : `"credentialId":${quoted(credentialId)},`) +
    (delegate === undefined ? "" : `"delegate":${quoted(delegate)},`) +
    (deviceId === undefined ? "" : `"deviceId":${quoted(deviceId)},`) +
    (errorCode === undefined ? "" : `"errorCode":${quoted(errorCode)},`) +
    `"mechanism":"${record.mechanism}","operation":${quoted(record.operation)},"outcome":"${record.outcome}",` +
    (reason === undefined ? "" : `"reason":${quoted(reason)},`) +
    `"recordId":${quoted(recordId)},` +
    (replayed === undefined ? "" : `"replayed":${replayed},`) +
    `"requestId":${quoted(record.requestId)},"resourceIds":[${record.resourceIds.map(quoted).join(",")}],` +
    (sessionId === undefined ? "" : `"sessionId":${quoted(sessionId)},`) +
    (signedBy === undefined ? "" : `"signedBy":${quoted(signedBy)},`) +
    (tenantId === undefined ? "" : `"tenantId":${quoted(tenantId)},`) +
    `"time":${quoted(record.time)}` +
    (tokenBinding === undefined ? "}" : `,"tokenBinding":"${tokenBinding}"}`)
  );
}

/** Texts that JSON has between quotation marks as they are. */
const plain = /^[ !#-[\]-~]*$/;

const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/** Decodes a record in its canonical form. */
export const decodeRecord = (bytes: Uint8Array): AuditRecord =>
  JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as AuditRecord;
