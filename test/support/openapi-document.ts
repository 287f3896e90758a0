// The committed OpenAPI document, as tests read it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** A part of a document of any depth. */
export type Node = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- a document of any depth

/** The document. */
export const openapi = parse(
  readFileSync(join(import.meta.dirname, "../../openapi/pda.v1.yaml"), "utf8"),
) as Node;

/** Returns what a reference leads to, with what stands beside the reference; a node without one as it is. */
export function resolve({ $ref, ...beside }: Node): Node {
  if (typeof $ref !== "string") return beside;
  const target = $ref
    .split("/")
    .slice(1)
    .reduce((at: Node, key: string) => at[key] as Node, openapi);
  return { ...target, ...beside };
}

/** Returns the parameters of an operation of the document. */
export const parametersOf = ({ parameters = [] }: Node): Node[] => (parameters as Node[]).map(resolve);
