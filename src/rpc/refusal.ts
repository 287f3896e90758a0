import { Refused } from "../domain/refused.ts";
import { isUnavailable, Taken } from "../store/constraints.ts";
import { Crowded } from "../store/turns.ts";
import { Failure } from "./failure.ts";
import { overloaded } from "./overload.ts";

/**
 * Converts an error to a failure.
 *
 * @returns INTERNAL for every unexpected error, with the error as its cause
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Refused) return new Failure(error.reason, { message: error.message });
  if (error instanceof Taken) return Failure.ofField(error.what, "TAKEN", "It is taken already.");
  if (error instanceof Crowded) return overloaded();
  if (isUnavailable(error)) return new Failure("UNAVAILABLE", { retryAfterSeconds: 1, cause: error });
  return new Failure("INTERNAL", { cause: error });
}

/** Runs a domain rule about one request field, so that a refusal names the field. */
export function aboutField<T>(field: string, rule: () => T): T {
  try {
    return rule();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw Failure.ofField(field, error.reason, error.message);
  }
}
