import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { Input } from "./compiled/input.ts";
import { tagOf } from "./compiled/tag.ts";
import type { JsonView } from "./json-view.ts";

/** Reads one string out of an encoded message without decoding the rest; "" when the string is absent. */
export type TextAt = (bytes: Uint8Array) => string;

/** Reads the encoded bytes of one string or bytes value out of an encoded message; empty when the value is absent. */
export type BytesAt = (bytes: Uint8Array) => Uint8Array;

/** Reads one non-negative int32 out of an encoded message without decoding the rest; 0 when the number is absent. */
export type NumberAt = (bytes: Uint8Array) => number;

/**
 * Compiles the reader of the string at a dotted path of proto names, relative to the message or to its message field `within`.
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

/** Like `compileTextAt`, for the encoded bytes of a string or a bytes value. */
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

/** Like `compileTextAt`, for an int32. */
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

/** Returns the numbers of the fields along the path; the last number is that of the field at the path. */
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

/** Moves the input to a value. @returns the end of the value. */
function goTo(bytes: Uint8Array, numbers: readonly number[]): number {
  input.open(bytes);
  let end = bytes.length;
  for (const number of numbers) end = toLastOf(number, end);
  return end;
}

/**
 * Moves the input to the last value of a length-delimited field, because the last value counts; to the end when the field is absent.
 * @returns the end of the value.
 */
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
