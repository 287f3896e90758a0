import { type DescEnum, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import type { Input } from "./input.ts";
import type { JsonText } from "./json-text.ts";
import { readMapEntry } from "./read-map.ts";
import { type ReadValue, readEnum, readScalar, readTimestamp, wordsOf } from "./read-value.ts";
import { tagOf } from "./tag.ts";
import { UNUSUAL } from "./unusual.ts";

/**
 * Reads a message from the current position to `end` and writes it as a JSON object. @throws UNUSUAL or TypeError for an unusual message.
 */
export type DecodeMessage = (input: Input, end: number, text: JsonText) => void;

/** Field numbers are below 2048, so a tag has at most two bytes. */
const TAG_MAX = 0x3fff;
/** Each oneof of a message has one bit. */
const ONEOFS_MAX = 30;

interface Field {
  /** The field number and wire type, as encoded before the value. */
  readonly tag: number;
  /** Reads the consecutive values of the field, starting after the tag of the first value. */
  readonly read: (input: Input, end: number, text: JsonText) => void;
  /** The JSON that is written for an absent field. */
  readonly absent: Uint8Array;
  /** The bit of the field's oneof; 0 when the field is not in a oneof. */
  readonly choice: number;
}

/**
 * Compiles the reader of a message, which writes JSON while it reads. The reader expects each field once and in the order of the field
 * numbers, as every implementation writes them, so it need not store fields.
 * @returns undefined for a message that is left to the generic codec: a message that contains itself, or has a type that is not read here.
 */
export function compileDecode(
  message: DescMessage,
  within: readonly DescMessage[] = [],
): DecodeMessage | undefined {
  if (message.typeName === "google.protobuf.Timestamp" || within.includes(message)) return undefined;
  if (message.oneofs.length > ONEOFS_MAX) return undefined;
  const fields: Field[] = [];
  for (const field of message.fields.toSorted((a, b) => a.number - b.number)) {
    const compiled = compileField(field, [...within, message]);
    if (!compiled) return undefined;
    fields.push(compiled);
  }
  const numbers = new Set(message.fields.map(({ number }) => number));

  return (input, end, text) => {
    const start = text.at;
    let next = 0;
    let chosen = 0;
    while (input.at < end) {
      const tag = input.varint();
      const index = indexOf(fields, tag, next);
      if (index === -1) skip(input, tag, numbers);
      else {
        while (next < index) text.piece((fields[next++] as Field).absent);
        const { read, choice } = fields[next++] as Field;
        if ((chosen & choice) !== 0) throw UNUSUAL;
        chosen |= choice;
        read(input, end, text);
      }
    }
    if (input.at !== end) throw UNUSUAL;
    while (next < fields.length) text.piece((fields[next++] as Field).absent);
    text.close(start, "{}");
  };
}

function indexOf(fields: readonly Field[], tag: number, from: number): number {
  for (let index = from; index < fields.length; index += 1) {
    if ((fields[index] as Field).tag === tag) return index;
  }
  return -1;
}

/** Skips a field that is newer than this gateway. */
function skip(input: Input, tag: number, numbers: ReadonlySet<number>): void {
  const number = tag >>> 3;
  // A known field here is out of order or repeated.
  if (tag > TAG_MAX || number === 0 || numbers.has(number)) throw UNUSUAL;
  input.skip(tag & 7);
}

/** `google.protobuf.FeatureSet.FieldPresence.IMPLICIT`. */
const IMPLICIT = 2;
const COMMA = Buffer.from(",");
const LENGTH_DELIMITED = WireType.LengthDelimited;

function compileField(field: DescField, within: readonly DescMessage[]): Field | undefined {
  const name = `,${JSON.stringify(field.jsonName)}:`;
  if (field.fieldKind === "map") {
    const readEntry = readMapEntry(field);
    return readEntry && compileEntries(field.number, name, "{}", () => new Set<string>(), readEntry);
  }
  if (field.fieldKind === "list" && field.enum) return compilePackedWords(field.number, name, field.enum);
  const value = valueReader(field, within);
  if (!value) return undefined;
  const { wireType, read, zero } = value;
  if (field.fieldKind === "list") {
    // Lists of numbers are packed, which is not read here.
    if (wireType !== LENGTH_DELIMITED) return undefined;
    return compileEntries(field.number, name, "[]", () => COMMA, read);
  }
  const label = Buffer.from(name);
  // proto3: message fields, oneof members and optional fields have explicit presence.
  const shown = field.presence === IMPLICIT && zero !== undefined;
  return {
    tag: tagOf(field.number, wireType),
    absent: Buffer.from(shown ? `${name}${zero}` : ""),
    choice: field.oneof ? 1 << field.parent.oneofs.indexOf(field.oneof) : 0,
    read: (input, _end, text) => read(input, text, label),
  };
}

/** Compiles a list or a map. `begin` runs once for a list or map; `read` receives its result for every entry. */
function compileEntries<Begun>(
  number: number,
  name: string,
  brackets: "{}" | "[]",
  begin: () => Begun,
  read: (input: Input, text: JsonText, begun: Begun) => void,
): Field {
  const label = Buffer.from(name);
  const tag = tagOf(number, LENGTH_DELIMITED);
  return {
    tag,
    absent: Buffer.from(`${name}${brackets}`),
    choice: 0,
    read(input, end, text) {
      text.piece(label);
      const start = text.at;
      const begun = begin();
      do read(input, text, begun);
      while (again(input, end, tag));
      text.close(start, brackets);
    },
  };
}

/** Compiles a list of enum words, whose numbers are packed in one value. Words newer than this gateway are left to the generic codec. */
function compilePackedWords(number: number, name: string, desc: DescEnum): Field {
  const label = Buffer.from(name);
  const words = wordsOf(desc);
  return {
    tag: tagOf(number, LENGTH_DELIMITED),
    absent: Buffer.from(`${name}[]`),
    choice: 0,
    read(input, _end, text) {
      text.piece(label);
      const start = text.at;
      const last = input.end();
      while (input.at < last) {
        const word = words.get(input.varint());
        if (word === undefined) throw UNUSUAL;
        text.piece(COMMA);
        text.piece(word);
      }
      if (input.at !== last) throw UNUSUAL;
      text.close(start, "[]");
    },
  };
}

/** Skips the tag if it comes next, and tells whether it did. */
function again(input: Input, end: number, tag: number): boolean {
  const { at } = input;
  if (at >= end) return false;
  if (input.varint() === tag) return true;
  input.at = at;
  return false;
}

function valueReader(
  field: DescField & { fieldKind: "scalar" | "enum" | "message" | "list" },
  within: readonly DescMessage[],
): { wireType: WireType; read: ReadValue; zero?: string | undefined } | undefined {
  if (field.enum) return readEnum(field.enum);
  if (!field.message) {
    const unchecked = field.scalar === ScalarType.STRING && !field.utf8Validation;
    return unchecked ? undefined : readScalar(field.scalar);
  }
  if (field.message.typeName === "google.protobuf.Timestamp") {
    return { wireType: LENGTH_DELIMITED, read: readTimestamp };
  }
  const decode = compileDecode(field.message, within);
  return (
    decode && {
      wireType: LENGTH_DELIMITED,
      read(input, text, label) {
        text.piece(label);
        decode(input, input.end(), text);
      },
    }
  );
}
