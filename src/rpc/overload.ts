import { Failure } from "./failure.ts";

/** Returns the failure of a call that is refused before any work, because the calls that wait already fill the time available. */
export function overloaded(): Failure {
  return new Failure("OVERLOADED", { retryAfterSeconds: 1 });
}
