/** One entry of `errors`, about the whole request or about one field. */
export interface PdaErrorItem {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  /** SCREAMING_SNAKE word, more specific than the code. */
  readonly reason: string;
}

/** The service refused a request: its error code, HTTP status, request id and all errors. */
export class PdaError extends Error {
  override readonly name = "PdaError";
  /** Code in the error catalogue, e.g. `SVC-4091`. */
  readonly errorCode: string;
  /** HTTP status. */
  readonly status: number;
  readonly requestId: string;
  readonly errors: readonly PdaErrorItem[];

  constructor(
    status: number,
    answer: { errorCode: string; message: string; requestId: string; errors: readonly PdaErrorItem[] },
  ) {
    super(`${answer.errorCode} ${answer.message}`);
    this.errorCode = answer.errorCode;
    this.status = status;
    this.requestId = answer.requestId;
    this.errors = answer.errors;
  }

  /** The reason of the first error, e.g. `REFUND_EXCEEDS_PAID`. */
  get reason(): string {
    return this.errors[0]?.reason ?? "";
  }
}

/** The answer is not an envelope, so the server at this address is not the service. */
export class PdaProtocolError extends Error {
  override readonly name = "PdaProtocolError";
  /** HTTP status. */
  readonly status: number;

  constructor(status: number, url: string) {
    super(`${url} answered ${status} without the service's envelope; check the base address`);
    this.status = status;
  }
}
