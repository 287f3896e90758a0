import { JsonError, type JsonRules, readJson } from "../json/read.ts";
import type { JsonValue } from "../json/value.ts";

/** Maximum nesting, including the outermost value. */
export const JSON_DEPTH_MAX = 16;
const RULES: JsonRules = { depthMax: JSON_DEPTH_MAX, portable: false };

/**
 * Reads JSON from untrusted callers.
 * Accepts values that another program might read differently, because another issuer may have signed them. The verdict compares claims as
 * they were read here.
 *
 * @returns undefined when `readJson` refuses the text
 */
export function readUntrustedJson(bytes: Uint8Array): JsonValue | undefined {
  try {
    return readJson(bytes, RULES);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
