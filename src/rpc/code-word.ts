import { status } from "@grpc/grpc-js";

const words = new Map(
  Object.entries(status).flatMap(([name, code]) =>
    typeof code === "number" ? [[code, name.toLowerCase()] as const] : [],
  ),
);

/** Returns a canonical gRPC code as a word in lower case, e.g. 5 → `not_found`. */
export function codeWord(code: number): string {
  return words.get(code) ?? "unknown";
}
