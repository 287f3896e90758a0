import { newId } from "../domain/identifier/identifier.ts";

const form = /^[\x21-\x7e]{1,128}$/;

/** Returns the caller's request id if it is 1 to 128 visible ASCII characters, else a new one. */
export function requestIdOf(given: unknown): string {
  return typeof given === "string" && form.test(given) ? given : newId("request");
}
