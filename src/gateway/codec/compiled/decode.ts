import { type DescEnum, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import type { Input } from "./input.ts";
import type { JsonText } from "./json-text.ts";
import { readMapEntry } from "./read-map.ts";
import { type ReadValue, readEnum, readScalar, readTimestamp, wordsOf } from "./read-value.ts";
import { tagOf } from "./tag.ts";
import { UNUSUAL } from "./unusual.ts";

/** Reads a message from here to `end` and writes it as a JSON object. @throws what shows that it is unusual. */
export type DecodeMessage = (input: Input, end: number, text: JsonText) => void;

/** Fields have numbers below 2048: larger tags have more than two bytes. */
const TAG_MAX = 0x3fff;
/** Oneofs of a message have a bit each. */
const ONEOFS_MAX = 30;

interface Field {
  /** Number and wire type as they stand before the value. */
  readonly tag: number;
  /** Reads the values of the field that follow each other here, the first of them behind its tag. */
  readonly read: (input: Input, end: number, text: JsonText) => void;
  /** What is written of a field that is not there. */
  readonly absent: Uint8Array;
  /** The bit of its oneof, 0 outside of one. */
  readonly choice: number;
}

/**
 * Compiles the reader of a message, which writes JSON while it reads. It expects fields in the order of their numbers, as every
 * implementation writes them, and each once: so they need not be kept anywhere.
 * @returns undefined for a message that has to be left to the generic codec: one that contains itself, or types that are not read here.
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

/** A field that is newer than this gateway is left out. */
function skip(input: Input, tag: number, numbers: ReadonlySet<number>): void {
  const number = tag >>> 3;
  // One that is known stands in another order, or more than once.
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
    // Other numbers would stand packed too.
    if (wireType !== LENGTH_DELIMITED) return undefined;
    return compileEntries(field.number, name, "[]", () => COMMA, read);
  }
  const label = Buffer.from(name);
  // proto3: fields of messages, of oneofs and optional ones have explicit presence.
  const shown = field.presence === IMPLICIT && zero !== undefined;
  return {
    tag: tagOf(field.number, wireType),
    absent: Buffer.from(shown ? `${name}${zero}` : ""),
    choice: field.oneof ? 1 << field.parent.oneofs.indexOf(field.oneof) : 0,
    read: (input, _end, text) => read(input, text, label),
  };
}

/** A list or a map: `read` is given what `begin` made for all entries of one. */
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

/** A list of words: their numbers stand packed in one value. Those that are newer than this gateway are left to the generic codec. */
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

/** Passes over the tag that was just read, if it is what follows. */
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
