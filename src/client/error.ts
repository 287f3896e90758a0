/** One entry of `errors`: of the whole request, or of the field at fault. */
export interface PdaErrorItem {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  /** SCREAMING_SNAKE word, finer than the code. */
  readonly reason: string;
}

/** The service refused a request: its error code, HTTP status, request id and every error that it named. */
export class PdaError extends Error {
  override readonly name = "PdaError";
  /** Code of the catalogue, e.g. `SVC-4091`. */
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

  /** The first reason, e.g. `POLICY_NOT_REFUNDABLE`. */
  get reason(): string {
    return this.errors[0]?.reason ?? "";
  }
}

/** The answer is not an envelope: something else than the service is at this address. */
export class PdaProtocolError extends Error {
  override readonly name = "PdaProtocolError";
  /** HTTP status. */
  readonly status: number;

  constructor(status: number, url: string) {
    super(`${url} answered ${status} without the envelope of the service`);
    this.status = status;
  }
}
