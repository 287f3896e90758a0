import type { ErrorReason } from "../../gen/errors/catalogue.ts";
import { invalid } from "../codec/violations.ts";

/** Limit of parameters, above the need of every operation. */
const PARAMETERS_MAX = 100;

const NONE: readonly QueryParameter[] = [];

/** One `name=value` of a query, decoded. */
export interface QueryParameter {
  readonly name: string;
  readonly value: string;
}

/**
 * Returns the parameters of a raw query in order (WHATWG URL, application/x-www-form-urlencoded). Unlike WHATWG URL, a broken
 * percent-encoding is an error.
 * @throws Failure INVALID_ARGUMENT.
 */
export function parseQuery(query: string): readonly QueryParameter[] {
  if (query === "") return NONE;
  // Whole: a limit would count empty pieces and drop what follows. The length of the target bounds the work.
  const pieces = query.split("&").filter((piece) => piece !== "");
  if (pieces.length > PARAMETERS_MAX)
    throw malformed("TOO_MANY_PARAMETERS", `The query has more than ${PARAMETERS_MAX} parameters.`);
  return pieces.map((piece) => {
    const equals = piece.indexOf("=");
    const name = equals === -1 ? piece : piece.slice(0, equals);
    return { name: decode(name), value: equals === -1 ? "" : decode(piece.slice(equals + 1)) };
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw malformed("QUERY_ENCODING", "The query must be percent-encoded UTF-8.");
  }
}

function malformed(reason: ErrorReason, message: string) {
  return invalid([{ field: "query", reason, message }]);
}
