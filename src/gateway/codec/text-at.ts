import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { JsonView } from "./json-view.ts";

/** Reads one string out of an encoded message, without the rest of it; "" when it is not there. */
export type TextAt = (bytes: Uint8Array) => string;

/** Reads one string or one bytes value out of an encoded message as it stands; empty when it is not there. */
export type BytesAt = (bytes: Uint8Array) => Uint8Array;

/** Reads one int32 out of an encoded message, without the rest of it; 0 when it is not there. */
export type NumberAt = (bytes: Uint8Array) => number;

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
  const read = compileBytesAt(message, within, protoPath, view);
  return (
    read &&
    ((bytes) => {
      const part = read(bytes);
      return Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString();
    })
  );
}

/** The same for what the string is written with, or for a bytes value. */
export function compileBytesAt(
  message: DescMessage,
  within: DescField | undefined,
  protoPath: string,
  view: JsonView,
): BytesAt | undefined {
  const numbers = fieldNumbers(message, within, protoPath, view);
  return numbers && ((bytes) => numbers.reduce(lastOf, bytes));
}

/** As `compileTextAt`, of an int32. */
export function compileNumberAt(
  message: DescMessage,
  within: DescField | undefined,
  protoPath: string,
  view: JsonView,
): NumberAt | undefined {
  const numbers = fieldNumbers(message, within, protoPath, view);
  const last = numbers?.pop();
  if (!numbers || last === undefined) return undefined;
  return (bytes) => lastInt32(numbers.reduce(lastOf, bytes), last);
}

/** Numbers of the fields on the way, the field at the path last. */
function fieldNumbers(
  message: DescMessage,
  within: DescField | undefined,
  protoPath: string,
  view: JsonView,
): number[] | undefined {
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
  return numbers;
}

const NOTHING: Uint8Array = new Uint8Array();

/** The last value of a length-delimited field, which is the one that counts. */
function lastOf(bytes: Uint8Array, number: number): Uint8Array {
  const reader = new BinaryReader(bytes);
  let found = NOTHING;
  while (reader.pos < reader.len) {
    const [fieldNumber, wireType] = reader.tag();
    if (fieldNumber === number && wireType === WireType.LengthDelimited) found = reader.bytes();
    else reader.skip(wireType, fieldNumber);
  }
  return found;
}

function lastInt32(bytes: Uint8Array, number: number): number {
  const reader = new BinaryReader(bytes);
  let found = 0;
  while (reader.pos < reader.len) {
    const [fieldNumber, wireType] = reader.tag();
    if (fieldNumber === number && wireType === WireType.Varint) found = reader.int32();
    else reader.skip(wireType, fieldNumber);
  }
  return found;
}
