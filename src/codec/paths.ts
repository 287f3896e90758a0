import type { DescMessage } from "@bufbuild/protobuf";
import type { JsonView } from "./json-view.ts";

/** A name up to the next dot or bracket, or a subscript with its brackets. */
const STEP = /([^.[\]]+)|(\[(?:\d+|"(?:[^"\\]|\\.)*")\])/y;

/**
 * Converts a field path from proto names, as validation writes it (`holder_key.x`, `scopes[0]`, `metadata["colour"]`), to JSON names. Names
 * that are not fields of the message stay unchanged.
 */
export function jsonPath(protoPath: string, message: DescMessage, view: JsonView): string {
  let current: DescMessage | undefined = message;
  let path = "";
  let at = 0;
  while (at < protoPath.length) {
    if (protoPath[at] === "." && at > 0) at += 1;
    STEP.lastIndex = at;
    const step = STEP.exec(protoPath);
    if (!step) return path + protoPath.slice(at);
    at = STEP.lastIndex;
    const [, name, subscript] = step;
    if (subscript !== undefined) path += subscript;
    else if (name !== undefined) {
      const jsonName: string | undefined = current && view.fieldNames(current.typeName).get(name);
      path += `${path === "" ? "" : "."}${jsonName ?? name}`;
      current = messageOf(current, jsonName);
    }
  }
  return path;
}

/** Returns the message of a field, if the contract defines that message. */
function messageOf(message: DescMessage | undefined, jsonName: string | undefined): DescMessage | undefined {
  const found = message?.fields.find((field) => field.jsonName === jsonName)?.message;
  return found?.typeName.startsWith("pda.") ? found : undefined;
}
