import { status } from "@grpc/grpc-js";

/** Canonical word of a gRPC status code in lower case, e.g. `not_found`. @throws RangeError for a number that is no code. */
export function codeWord(code: number): string {
  const word = status[code];
  if (word === undefined) throw new RangeError(`${code} is no gRPC status code`);
  return word.toLowerCase();
}
