import { Failure } from "../../rpc/failure.ts";

/** Why a body is not a strict JSON object. */
export type JsonRefusal =
  | "EMPTY"
  | "ENCODING"
  | "SYNTAX"
  | "TOP_LEVEL"
  | "DEPTH"
  | "DUPLICATE_MEMBER"
  | "FORBIDDEN_MEMBER"
  | "NUMBER"
  | "SURROGATE";

/** MALFORMED_JSON with the reason and where it was seen, counted in characters (UTF-16 code units) from 0. */
export function refusal(reason: JsonRefusal, what: string, position?: number): Failure {
  const where = position === undefined ? "" : ` at position ${position}`;
  return new Failure("MALFORMED_JSON", {
    reason,
    message: `The body is not a strict JSON object: ${what}${where}.`,
  });
}
