import { JsonError, type JsonRules, readJson } from "../json/read.ts";
import type { JsonValue } from "../json/value.ts";

/** Deepest nesting that is read, the outermost value counted. */
export const JSON_DEPTH_MAX = 16;
const RULES: JsonRules = { depthMax: JSON_DEPTH_MAX, portable: false };

/**
 * Reads JSON of strangers. Values that another program might read differently are no reason to refuse what somebody else has issued:
 * the claims that a verdict rests on are compared as they were read.
 *
 * @returns undefined for what `readJson` refuses
 */
export function readUntrustedJson(bytes: Uint8Array): JsonValue | undefined {
  try {
    return readJson(bytes, RULES);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
