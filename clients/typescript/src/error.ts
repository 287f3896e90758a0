// The errors of calls.
import type { KnownErrorCode, KnownErrorReason } from "./gen/words.ts";

/** An error code of the catalogue, e.g. `SVC-4091`. The list may grow: treat an unknown code as its HTTP status says. */
export type ErrorCodeText = KnownErrorCode | (string & {});

/** A SCREAMING_SNAKE word, more specific than the code. The list may grow: treat an unknown reason as its code says. */
export type ErrorReasonText = KnownErrorReason | (string & {});

/** One entry of `errors`, about the whole request or about one field. */
export interface PdaErrorItem {
  readonly code: ErrorCodeText;
  readonly message: string;
  /** Path of the field in the request; absent when the error is about the whole request. */
  readonly field?: string;
  readonly reason: ErrorReasonText;
}

/** The members of the service's error envelope that an error keeps. */
export interface Refusal {
  readonly errorCode: string;
  readonly message: string;
  readonly requestId: string;
  readonly errors: readonly PdaErrorItem[];
}

/** The service refused a request: its error code, HTTP status, request id and all errors. */
export class PdaError extends Error {
  override readonly name = "PdaError";
  /** Code in the error catalogue, e.g. `SVC-4091`. `ErrorCode` has the known ones by name. */
  readonly errorCode: ErrorCodeText;
  /** HTTP status. */
  readonly status: number;
  /** Finds the request in the logs of the service. */
  readonly requestId: string;
  readonly errors: readonly PdaErrorItem[];
  /** Seconds after which the service asks for a repeat; absent when it does not say. */
  readonly retryAfter: number | undefined;
  /**
   * Key of a request with an effect; absent for reads. After 5xx the request may have taken effect: send it again with the key, or ask
   * GetOutcome what became of the key.
   */
  readonly idempotencyKey: string | undefined;

  constructor(
    status: number,
    { errorCode, message, requestId, errors }: Refusal,
    retryAfter?: number,
    idempotencyKey?: string,
  ) {
    super(`${errorCode} ${message}`);
    this.errorCode = errorCode;
    this.status = status;
    this.requestId = requestId;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.idempotencyKey = idempotencyKey;
  }

  /** The reason of the first error, e.g. `REFUND_EXCEEDS_PAID`. */
  get reason(): ErrorReasonText {
    return this.errors[0]?.reason ?? "";
  }
}

/** The answer is not one of the service, so another server or a proxy answers at this address. */
export class PdaProtocolError extends Error {
  override readonly name = "PdaProtocolError";
  /** HTTP status. */
  readonly status: number;
  /** The address that answered. */
  readonly address: string;

  /** Seconds after which to try again; absent when the answer does not say. */
  readonly retryAfter: number | undefined;
  /**
   * Key of a request with an effect; absent for reads. The request may have reached the service: send it again with the key, or ask GetOutcome
   * what became of the key.
   */
  readonly idempotencyKey: string | undefined;

  constructor(
    status: number,
    address: string,
    location: string | null = null,
    retryAfter?: number,
    idempotencyKey?: string,
  ) {
    super(
      location === null
        ? `${address} answered ${status} without the service's envelope; check the base address`
        : `${address} redirects to ${location}, which is not followed; make the service's own address the base address`,
    );
    this.status = status;
    this.address = address;
    this.retryAfter = retryAfter;
    this.idempotencyKey = idempotencyKey;
  }
}

/** What a PdaConnectionError is about. */
export interface ConnectionFailure {
  readonly address: string;
  readonly reason: PdaConnectionError["reason"];
  readonly detail: string;
  /** What to do about a certificate that is not accepted. */
  readonly advice?: string;
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;
}

/**
 * No answer came in any attempt. A request with an effect may have taken effect: send it again with `idempotencyKey`, or ask GetOutcome
 * (`GET /api/v1/idempotency/{idempotencyKey}`) what became of the key.
 */
export class PdaConnectionError extends Error {
  override readonly name = "PdaConnectionError";
  /** The address that was called. */
  readonly address: string;
  /**
   * - `connection`: the connection could not be made, or broke.
   * - `timeout`: no answer came within the time-out.
   * - `certificate`: the certificate of the server was not accepted; nothing was sent.
   * - `proof`: the caller's key, or its function that gets a token, failed before a repeat; `cause` is its error.
   */
  readonly reason: "connection" | "timeout" | "certificate" | "proof";
  /** What the network layer says of the last attempt, or why the caller's proof cannot be made. */
  readonly detail: string;
  /** Number of attempts that were made. */
  readonly attempts: number;
  /** Key of a request with an effect; absent for reads. */
  readonly idempotencyKey: string | undefined;

  constructor(
    { address, reason, detail, advice = "", attempts, idempotencyKey }: ConnectionFailure,
    cause: unknown,
  ) {
    const tried = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
    const next = reason === "certificate" ? `; ${advice}` : outcome(idempotencyKey);
    super(`no answer from ${address} in ${tried}: ${detail}${next}`, { cause });
    this.address = address;
    this.reason = reason;
    this.detail = detail;
    this.attempts = attempts;
    this.idempotencyKey = idempotencyKey;
  }
}

/** What a PdaUnverifiedError is about. */
export interface UnverifiedAnswer {
  readonly status: number;
  readonly address: string;
  /** What is wrong with the signature, and what to do. */
  readonly problem: string;
  readonly idempotencyKey: string | undefined;
}

/**
 * With `verifyAnswers`, an answer is not proven to be the service's answer to this request, and nothing of it was used. A request with an
 * effect may have taken effect: ask GetOutcome (`GET /api/v1/idempotency/{idempotencyKey}`) what became of the key.
 */
export class PdaUnverifiedError extends Error {
  override readonly name = "PdaUnverifiedError";
  /** HTTP status, as somebody sent it. */
  readonly status: number;
  /** The address that was called. */
  readonly address: string;
  /** Key of a request with an effect; absent for reads. */
  readonly idempotencyKey: string | undefined;

  constructor({ status, address, problem, idempotencyKey }: UnverifiedAnswer) {
    super(
      `${address} answered ${status} ${problem}; nothing of the answer was used${outcome(idempotencyKey)}`,
    );
    this.status = status;
    this.address = address;
    this.idempotencyKey = idempotencyKey;
  }
}

const outcome = (key: string | undefined): string =>
  key === undefined ? "" : `; ask GetOutcome what became of the idempotency key ${key}`;
