import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";

/** The context of a call beside its request, the same for every transport. */
export interface CallContext {
  readonly requestId: string;
  readonly principal: Principal;
  /** Deadline in milliseconds since the epoch. */
  readonly deadlineMs: number;
  /** Aborted at the deadline or when the caller goes away. */
  readonly signal: AbortSignal;
  readonly idempotencyKey?: string;
  /** Network address of the caller; absent when the tier in between did not say it. */
  readonly address?: string;
  /** The W3C `traceparent` of the call before this one, when that call is recorded in a trace. */
  readonly traceparent?: string;
}

/** An answer of the core. */
export interface CallResult {
  /** The response message, encoded. */
  readonly response: Uint8Array;
  /** True when this is the stored answer of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  /** True when the audit record of the call commits with its effect. */
  recorded?: boolean;
  /** The decoded answer of a call that ran. */
  readonly message?: unknown;
}

/** gRPC metadata that carries a call's context between tiers. */
export const metadataKeys = {
  requestId: "x-request-id",
  idempotencyKey: "idempotency-key",
  /** Network address of the caller, trusted only from a peer with the gateway's certificate. */
  callerAddress: "pda-caller-address",
  /** W3C trace context of the caller's span. */
  traceparent: "traceparent",
  /** `pda.access.v1.Principal`, trusted only from a peer with the gateway's certificate. */
  principal: "pda-principal-bin",
  /** `Bearer <API key or JWT>` or `DPoP <JWT>` of an internal service that acts for somebody. */
  authorization: "authorization",
  /** The DPoP proof of a call with such a JWT. */
  dpop: "dpop",
  /** The nonce that the next proof needs, on a refusal. */
  dpopNonce: "dpop-nonce",
  /** Set to `true` on a replayed answer. */
  replayed: "idempotency-replayed",
  /** Seconds by which business time is ahead of real time, on every answer of a sandbox that has put business time ahead. */
  clockAhead: "pda-clock-ahead-seconds",
  statusDetails: "grpc-status-details-bin",
} as const;
