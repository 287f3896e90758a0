import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { Input } from "./compiled/input.ts";
import { tagOf } from "./compiled/tag.ts";
import type { JsonView } from "./json-view.ts";

/** Reads one string out of an encoded message, without the rest of it; "" when it is not there. */
export type TextAt = (bytes: Uint8Array) => string;

/** Reads one string or one bytes value out of an encoded message as it stands; empty when it is not there. */
export type BytesAt = (bytes: Uint8Array) => Uint8Array;

/** Reads one int32 that is not negative out of an encoded message, without the rest of it; 0 when it is not there. */
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
  const numbers = fieldNumbers(message, within, protoPath, view);
  if (!numbers) return undefined;
  return (bytes) => {
    const end = goTo(bytes, numbers);
    return Buffer.from(bytes.buffer, bytes.byteOffset).toString("utf8", input.at, end);
  };
}

/** The same for what the string is written with, or for a bytes value. */
export function compileBytesAt(
  message: DescMessage,
  within: DescField | undefined,
  protoPath: string,
  view: JsonView,
): BytesAt | undefined {
  const numbers = fieldNumbers(message, within, protoPath, view);
  return (
    numbers &&
    ((bytes) => {
      const end = goTo(bytes, numbers);
      return bytes.subarray(input.at, end);
    })
  );
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
  return (bytes) => lastNumber(last, goTo(bytes, numbers));
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

const input = new Input();

/** Goes to a value. @returns its end. */
function goTo(bytes: Uint8Array, numbers: readonly number[]): number {
  input.open(bytes);
  let end = bytes.length;
  for (const number of numbers) end = toLastOf(number, end);
  return end;
}

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

function lastNumber(number: number, end: number): number {
  const tag = tagOf(number, WireType.Varint);
  let found = 0;
  while (input.at < end) {
    const read = input.varint();
    if (read === tag) found = input.varint();
    else input.skip(read & 7);
  }
  return found;
}
