import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";

/** What every call carries besides its request, however it arrived. */
export interface CallContext {
  readonly requestId: string;
  readonly principal: Principal;
  /** Milliseconds since the epoch after which the answer is of no use. */
  readonly deadlineMs: number;
  /** Aborted on deadline or when the caller goes away. */
  readonly signal: AbortSignal;
  readonly idempotencyKey?: string;
}

/** An answer of the core. */
export interface CallResult {
  /** The response message, encoded. */
  readonly response: Uint8Array;
  /** The answer of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/** gRPC metadata that carries a call's context between tiers. */
export const metadataKeys = {
  requestId: "x-request-id",
  idempotencyKey: "idempotency-key",
  /** `pda.access.v1.Principal`, believed only from the gateway's certificate. */
  principal: "pda-principal-bin",
  /** `Bearer <api key>` of an internal service that acts for a merchant. */
  authorization: "authorization",
  /** Set to `true` on a replayed answer. */
  replayed: "idempotency-replayed",
  /** Seconds that business time is ahead of real time, on every answer of a sandbox that has put it ahead. */
  clockAhead: "pda-clock-ahead-seconds",
  statusDetails: "grpc-status-details-bin",
} as const;
