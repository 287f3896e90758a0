/** Reason of a failed call to a network. `pda/chain/v1/error.proto` describes each reason. */
export type ChainReason =
  | "UNKNOWN_NETWORK"
  | "INVALID_ACCOUNT"
  | "INVALID_ASSET"
  | "UNKNOWN_ASSET"
  | "INVALID_AMOUNT"
  | "INVALID_REFERENCE"
  | "INVALID_TRANSACTION"
  | "INVALID_SEQUENCE"
  | "INSUFFICIENT_BALANCE"
  | "INSUFFICIENT_FEE_BALANCE"
  | "TRANSFER_REFUSED"
  | "SEQUENCE_NOT_READY"
  | "SEQUENCE_USED"
  | "FEE_TOO_LOW"
  | "NETWORK_MISMATCH"
  | "NODE_UNAVAILABLE"
  | "NODE_INCONSISTENT"
  | "NODE_REFUSED"
  | "FEE_ABOVE_LIMIT"
  | "NOT_REHEARSABLE";

/** Names of google.rpc.Code. */
export type ChainCode =
  | "INVALID_ARGUMENT"
  | "FAILED_PRECONDITION"
  | "UNAVAILABLE"
  | "UNKNOWN"
  | "CANCELLED"
  | "DEADLINE_EXCEEDED"
  | "PERMISSION_DENIED"
  | "INTERNAL";

/** The gRPC status code that belongs to each reason. */
export const codeOfReason: Readonly<Record<ChainReason, ChainCode>> = {
  UNKNOWN_NETWORK: "INVALID_ARGUMENT",
  INVALID_ACCOUNT: "INVALID_ARGUMENT",
  INVALID_ASSET: "INVALID_ARGUMENT",
  UNKNOWN_ASSET: "INVALID_ARGUMENT",
  INVALID_AMOUNT: "INVALID_ARGUMENT",
  INVALID_REFERENCE: "INVALID_ARGUMENT",
  INVALID_TRANSACTION: "INVALID_ARGUMENT",
  INVALID_SEQUENCE: "INVALID_ARGUMENT",
  INSUFFICIENT_BALANCE: "FAILED_PRECONDITION",
  INSUFFICIENT_FEE_BALANCE: "FAILED_PRECONDITION",
  TRANSFER_REFUSED: "FAILED_PRECONDITION",
  SEQUENCE_USED: "FAILED_PRECONDITION",
  FEE_TOO_LOW: "FAILED_PRECONDITION",
  NETWORK_MISMATCH: "FAILED_PRECONDITION",
  NODE_UNAVAILABLE: "UNAVAILABLE",
  NODE_INCONSISTENT: "UNAVAILABLE",
  NODE_REFUSED: "UNKNOWN",
  SEQUENCE_NOT_READY: "UNAVAILABLE",
  FEE_ABOVE_LIMIT: "FAILED_PRECONDITION",
  NOT_REHEARSABLE: "FAILED_PRECONDITION",
};

/**
 * A failed call to a network. `reason` is absent in two cases:
 * - The call did not reach an adapter (`UNAVAILABLE`, `DEADLINE_EXCEEDED`, `PERMISSION_DENIED`, `CANCELLED`).
 * - The adapter itself is at fault (`INTERNAL`).
 */
export class ChainError extends Error {
  override readonly name = "ChainError";
  readonly code: ChainCode;
  readonly reason: ChainReason | undefined;

  constructor(code: ChainCode, message: string, options: { reason?: ChainReason; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.reason = options.reason;
  }

  /** Creates an error with one of the known reasons. The message must hold no secret. */
  static because(reason: ChainReason, message: string, cause?: unknown): ChainError {
    return new ChainError(codeOfReason[reason], message, { reason, cause });
  }

  /** True when a repeat of the call may succeed. */
  get retryable(): boolean {
    return this.code === "UNAVAILABLE" || this.code === "DEADLINE_EXCEEDED";
  }
}
