import { randomUUID } from "node:crypto";

const form = /^[\x21-\x7e]{1,128}$/;

/** The request id that a peer gave if it has the form of one, else a new one. */
export function requestIdOf(given: unknown): string {
  return typeof given === "string" && form.test(given) ? given : `req_${randomUUID().replaceAll("-", "")}`;
}
