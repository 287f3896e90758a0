import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { type BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { readMapEntry } from "./read-map.ts";
import { endOf, quote, type ReadValue, readEnum, readScalar, readTimestamp } from "./read-value.ts";
import { UNUSUAL } from "./unusual.ts";

/** Reads a message from here to `end` and writes it as the text of a JSON object. @throws what shows that it is unusual. */
export type DecodeMessage = (reader: BinaryReader, end: number) => string;

/** Fields have numbers below 2048. */
const TAG_BYTES_MAX = 2;

/** What a field has gathered so far: the text of its value, or the texts of its elements. */
type Slot = string | string[] | undefined;

interface FieldReader {
  /** Number and wire type as they stand before the value. */
  readonly tag: number;
  readonly index: number;
  /** Reads a value; `slot` is what the field had before. */
  readonly read: (reader: BinaryReader, slot: Slot) => Slot;
  /** The other fields of its oneof. */
  readonly rivals: readonly number[];
}

interface FieldWriter {
  /** `"name":` */
  readonly label: string;
  /** The value of a field that is not there; undefined leaves it out. */
  readonly absent: string | undefined;
  readonly isMap: boolean;
}

/**
 * Compiles the reader of a message, which writes its JSON text while it reads and makes no object in between. Members stand in the order
 * of their numbers, whatever their order on the wire.
 * @returns undefined for a message that has to be left to the generic codec: one that contains itself, or types that are not read here.
 */
export function compileDecode(
  message: DescMessage,
  within: readonly DescMessage[] = [],
): DecodeMessage | undefined {
  if (message.typeName === "google.protobuf.Timestamp" || within.includes(message)) return undefined;
  const fields = message.fields.toSorted((a, b) => a.number - b.number);
  const readers = new Map<number, FieldReader>();
  const numbers = new Set<number>();
  for (const [index, field] of fields.entries()) {
    const reader = fieldReader(field, index, fields, [...within, message]);
    if (!reader) return undefined;
    readers.set(reader.tag, reader);
    numbers.add(field.number);
  }
  const writers = fields.map(fieldWriter);
  const empty = fields.map((): Slot => undefined);

  return (reader, end) => {
    const slots = empty.slice();
    while (reader.pos < end) {
      const start = reader.pos;
      const tag = reader.uint32();
      // Not in its shortest form, or of a number that no field has.
      if (reader.pos > start + TAG_BYTES_MAX) throw UNUSUAL;
      const field = readers.get(tag);
      if (field) {
        slots[field.index] = field.read(reader, slots[field.index]);
        for (const rival of field.rivals) if (slots[rival] !== undefined) throw UNUSUAL;
      } else skip(reader, tag, numbers);
    }
    return write(writers, slots);
  };
}

/** A field that is newer than this gateway is left out. */
function skip(reader: BinaryReader, tag: number, numbers: ReadonlySet<number>): void {
  const number = tag >>> 3;
  const wireType = tag & 7;
  const isGroup = wireType === WireType.StartGroup || wireType === WireType.EndGroup;
  if (number === 0 || isGroup || numbers.has(number)) throw UNUSUAL;
  reader.skip(wireType, number);
}

function write(writers: readonly FieldWriter[], slots: readonly Slot[]): string {
  let text = "";
  for (let index = 0; index < writers.length; index += 1) {
    const { label, absent, isMap } = writers[index] as FieldWriter;
    const slot = slots[index];
    const value = slot === undefined ? absent : typeof slot === "string" ? slot : list(slot, isMap);
    if (value !== undefined) text += text === "" ? `${label}${value}` : `,${label}${value}`;
  }
  return `{${text}}`;
}

function list(texts: readonly string[], isMap: boolean): string {
  return isMap ? `{${texts.join(",")}}` : `[${texts.join(",")}]`;
}

function fieldWriter(field: DescField): FieldWriter {
  const label = `${quote(field.jsonName)}:`;
  const isMap = field.fieldKind === "map";
  if (isMap) return { label, absent: "{}", isMap };
  if (field.fieldKind === "list") return { label, absent: "[]", isMap };
  // proto3: fields of messages, of oneofs and optional ones have explicit presence.
  const implicit = field.presence === IMPLICIT && field.fieldKind === "scalar";
  return { label, absent: implicit ? readScalar(field.scalar, false)?.zero : undefined, isMap };
}

/** `google.protobuf.FeatureSet.FieldPresence.IMPLICIT`. */
const IMPLICIT = 2;
const LENGTH_DELIMITED = WireType.LengthDelimited;

function fieldReader(
  field: DescField,
  index: number,
  fields: readonly DescField[],
  within: readonly DescMessage[],
): FieldReader | undefined {
  const rivals = fields.flatMap((other, at) =>
    field.oneof && other !== field && other.oneof === field.oneof ? [at] : [],
  );
  const made = (wireType: WireType, read: FieldReader["read"]): FieldReader => ({
    tag: ((field.number << 3) | wireType) >>> 0,
    index,
    read,
    rivals,
  });
  if (field.fieldKind === "map") {
    const read = readMapEntry(field);
    return read && made(LENGTH_DELIMITED, read);
  }
  const value = valueReader(field, within);
  if (!value) return undefined;
  const { wireType, read } = value;
  if (field.fieldKind === "list") {
    // Numbers would stand packed.
    if (wireType !== LENGTH_DELIMITED) return undefined;
    return made(wireType, (reader, slot) => {
      const texts = (slot as string[] | undefined) ?? [];
      const text = read(reader);
      if (text !== undefined) texts.push(text);
      return texts;
    });
  }
  if (!field.message) return made(wireType, read);
  return made(wireType, (reader, slot) => {
    // A message in two pieces has to be merged.
    if (slot !== undefined) throw UNUSUAL;
    return read(reader);
  });
}

function valueReader(
  field: DescField & { fieldKind: "scalar" | "enum" | "message" | "list" },
  within: readonly DescMessage[],
): { wireType: WireType; read: ReadValue } | undefined {
  if (field.enum) return readEnum(field.enum);
  if (!field.message) return readScalar(field.scalar, field.utf8Validation);
  if (field.message.typeName === "google.protobuf.Timestamp") {
    return { wireType: LENGTH_DELIMITED, read: readTimestamp };
  }
  const decode = compileDecode(field.message, within);
  return decode && { wireType: LENGTH_DELIMITED, read: (reader) => decode(reader, endOf(reader)) };
}
