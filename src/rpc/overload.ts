import { Failure } from "./failure.ts";

/** A call that is refused before any work, because what waits already is as much as can be answered in time. */
export function overloaded(): Failure {
  return new Failure("UNAVAILABLE", { reason: "OVERLOADED", retryAfterSeconds: 1 });
}
