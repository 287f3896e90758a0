import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { Input } from "./compiled/input.ts";
import { tagOf } from "./compiled/tag.ts";
import type { JsonView } from "./json-view.ts";

/** Reads one string out of an encoded message, without the rest of it; "" when it is not there. */
export type TextAt = (bytes: Uint8Array) => string;

/**
 * Compiles the reader of the string at a dotted path of proto names, within a message or a message field of it.
 * @returns undefined when there is no such field.
 */
export function compileTextAt(
  message: DescMessage,
  within: DescField | undefined,
  protoPath: string,
  view: JsonView,
): TextAt | undefined {
  let current: DescMessage | undefined = within?.message ?? message;
  let field: DescField | undefined;
  const numbers = within ? [within.number] : [];
  for (const name of protoPath.split(".")) {
    const jsonName: string | undefined = current && view.fieldNames(current.typeName).get(name);
    field = current?.fields.find((candidate) => candidate.jsonName === jsonName);
    if (!field) return undefined;
    numbers.push(field.number);
    current = field.fieldKind === "message" ? field.message : undefined;
  }
  return (bytes) => {
    input.open(bytes);
    let end = bytes.length;
    for (const number of numbers) end = toLastOf(number, end);
    return Buffer.from(bytes.buffer, bytes.byteOffset).toString("utf8", input.at, end);
  };
}

const input = new Input();

/** Goes to the last value of a length-delimited field, which is the one that counts; to the end when there is none. @returns its end. */
function toLastOf(number: number, end: number): number {
  const tag = tagOf(number, WireType.LengthDelimited);
  let foundAt = end;
  let foundEnd = end;
  while (input.at < end) {
    const read = input.varint();
    if (read === tag) {
      foundEnd = input.end();
      foundAt = input.at;
      input.at = foundEnd;
    } else input.skip(read & 7);
  }
  input.at = foundAt;
  return foundEnd;
}
