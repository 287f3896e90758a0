import { JsonError, type JsonReason, type JsonRules, readJson } from "../json/read.ts";
import { isObject, type JsonObject } from "../json/value.ts";
import { Failure } from "../rpc/failure.ts";

const RULES: JsonRules = { depthMax: 32, portable: true };

/**
 * Reads a body that is one strict JSON object.
 * @throws Failure MALFORMED_JSON with a reason and the position.
 */
export function scanObject(bytes: Uint8Array): JsonObject {
  const value = scan(bytes);
  if (!isObject(value)) throw refusal("TOP_LEVEL", "the outermost value is not an object");
  return value;
}

function scan(bytes: Uint8Array) {
  try {
    return readJson(bytes, RULES);
  } catch (error) {
    throw error instanceof JsonError ? refusal(error.reason, error.message) : error;
  }
}

/** Returns MALFORMED_JSON with the reason. */
export function refusal(reason: JsonReason | "TOP_LEVEL", what: string): Failure {
  return new Failure(reason, { message: `The body is not a strict JSON object: ${what}.` });
}
