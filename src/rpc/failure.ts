import { catalogue, type ErrorName, type ErrorReason, reasons } from "../../gen/errors/catalogue.ts";

/** An invalid request field. `field` is a path of proto names, e.g. `asset_profile.name`. */
export interface Violation {
  readonly field: string;
  readonly message: string;
  readonly reason: ErrorReason;
}

/** Optional details of a failure. */
export interface FailureDetails {
  /** A more specific message than the catalogue's. */
  readonly message?: string;
  readonly violations?: readonly Violation[];
  /** Seconds after which a repeat may succeed. */
  readonly retryAfterSeconds?: number;
  /** Nonce that the caller's next DPoP proof needs (RFC 9449 section 9). */
  readonly dpopNonce?: string;
  readonly cause?: unknown;
}

/**
 * The only error that leaves a handler, the core or the gateway: a reason of the catalogue with the details of this case. The code follows
 * from the reason. It knows HTTP and gRPC only through the catalogue.
 */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly entry: ErrorName;
  readonly reason: ErrorReason;
  readonly violations: readonly Violation[];
  readonly retryAfterSeconds: number | undefined;
  readonly dpopNonce: string | undefined;

  /** @param entry only for a failure that another version of the service has sent, which may know more reasons */
  constructor(reason: ErrorReason, details: FailureDetails = {}, entry: ErrorName = reasons[reason]) {
    super(details.message ?? catalogue[entry].message, { cause: details.cause });
    this.entry = entry;
    this.reason = reason;
    this.violations = details.violations ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.dpopNonce = details.dpopNonce;
  }

  /** Makes a failure about one request field (proto name). */
  static ofField(field: string, reason: ErrorReason, message: string): Failure {
    const violation = { field, reason, message };
    return new Failure(reason, { message: alone(violation), violations: [violation] });
  }
}

/**
 * Returns the message of a violation for a place that does not show the field. A message that begins with "It" gets the field as a prefix.
 */
export function alone({ field, message }: Violation): string {
  return field !== "" && message.startsWith("It ") ? `${field}: ${message}` : message;
}
