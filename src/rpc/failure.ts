import { catalogue, type ErrorName } from "../../gen/errors/catalogue.ts";

/** An invalid request field. `field` is a path of proto names, e.g. `asset_profile.name`. */
export interface Violation {
  readonly field: string;
  readonly message: string;
  /** SCREAMING_SNAKE word. */
  readonly reason: string;
}

/** Optional details of a failure. */
export interface FailureDetails {
  /** A more specific message than the catalogue's. */
  readonly message?: string;
  /** SCREAMING_SNAKE word; the entry's name when absent. */
  readonly reason?: string;
  readonly violations?: readonly Violation[];
  /** Seconds after which a repeat may succeed. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/**
 * The only error that leaves a handler, the core or the gateway: an entry of the catalogue with the details of this case. It knows HTTP and
 * gRPC only through the catalogue.
 */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly entry: ErrorName;
  readonly reason: string;
  readonly violations: readonly Violation[];
  readonly retryAfterSeconds: number | undefined;

  constructor(entry: ErrorName, details: FailureDetails = {}) {
    super(details.message ?? catalogue[entry].message, { cause: details.cause });
    this.entry = entry;
    this.reason = details.reason ?? entry;
    this.violations = details.violations ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /** Makes a failure about one request field (proto name). */
  static ofField(entry: ErrorName, field: string, reason: string, message: string): Failure {
    const violation = { field, reason, message };
    return new Failure(entry, { message: alone(violation), reason, violations: [violation] });
  }
}

/**
 * Returns the message of a violation for a place that does not show the field. A message that begins with "It" gets the field as a prefix.
 */
export function alone({ field, message }: Violation): string {
  return field !== "" && message.startsWith("It ") ? `${field}: ${message}` : message;
}
