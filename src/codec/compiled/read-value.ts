import { type DescEnum, ScalarType } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { minuteText } from "../../json/rfc3339.ts";
import type { Input } from "./input.ts";
import type { JsonText } from "./json-text.ts";
import { tagOf } from "./tag.ts";
import { UNUSUAL } from "./unusual.ts";

/** Reads one value and writes it after its label. Writes nothing for a value that JSON omits. */
export type ReadValue = (input: Input, text: JsonText, label: Uint8Array) => void;

/** The wire type of a value, its reader, and the JSON for an absent value. */
export interface ValueReader {
  readonly wireType: WireType;
  readonly read: ReadValue;
  readonly zero: string | undefined;
}

const TRUE = Buffer.from("true");
const FALSE = Buffer.from("false");
const INT32_MAX = 0x7fff_ffff;
const UINT32_MAX = 0xffff_ffff;

const readString: ReadValue = (input, text, label) => {
  text.piece(label);
  text.quotedFrom(input);
};

const readBytes: ReadValue = (input, text, label) => {
  const end = input.end();
  text.piece(label);
  text.ascii('"');
  text.ascii(Buffer.from(input.bytes.subarray(input.at, end)).toString("base64"));
  text.ascii('"');
  input.at = end;
};

const readBool: ReadValue = (input, text, label) => {
  text.piece(label);
  text.piece(input.varint() === 0 ? FALSE : TRUE);
};

/** A larger varint is a negative number or must be truncated; the generic codec handles both. */
function readNumber(max: number): ReadValue {
  return (input, text, label) => {
    const value = input.varint();
    if (value > max) throw UNUSUAL;
    text.piece(label);
    text.ascii(String(value));
  };
}

const readLong: ReadValue = (input, text, label) => {
  text.piece(label);
  text.ascii('"');
  text.ascii(String(input.varint()));
  text.ascii('"');
};

/** Returns the reader of a scalar, or undefined for a type that is not read here. */
export function readScalar(type: ScalarType): ValueReader | undefined {
  const { LengthDelimited, Varint } = WireType;
  switch (type) {
    case ScalarType.STRING:
      return { wireType: LengthDelimited, read: readString, zero: '""' };
    case ScalarType.BYTES:
      return { wireType: LengthDelimited, read: readBytes, zero: '""' };
    case ScalarType.BOOL:
      return { wireType: Varint, read: readBool, zero: "false" };
    case ScalarType.INT32:
      return { wireType: Varint, read: readNumber(INT32_MAX), zero: "0" };
    case ScalarType.UINT32:
      return { wireType: Varint, read: readNumber(UINT32_MAX), zero: "0" };
    case ScalarType.INT64:
    case ScalarType.UINT64:
      return { wireType: Varint, read: readLong, zero: '"0"' };
    default:
      return undefined;
  }
}

/** Returns the JSON words of an enum by their numbers. */
export function wordsOf(desc: DescEnum): ReadonlyMap<number, Buffer> {
  return new Map(
    desc.values
      .filter(({ number }) => number !== 0)
      .map(({ number, name }) => [number, Buffer.from(`"${name}"`)]),
  );
}

/** Returns the reader of an enum, which writes its word. Zero and numbers newer than this gateway have no word. */
export function readEnum(desc: DescEnum): ValueReader {
  const words = wordsOf(desc);
  const read: ReadValue = (input, text, label) => {
    const number = input.varint();
    if (number > INT32_MAX) throw UNUSUAL;
    const word = words.get(number);
    if (word === undefined) return;
    text.piece(label);
    text.piece(word);
  };
  return { wireType: WireType.Varint, read, zero: undefined };
}

const SECONDS = tagOf(1, WireType.Varint);
const NANOS = tagOf(2, WireType.Varint);
/** 9999-12-31T23:59:59Z, the last second that RFC 3339 can write. Times before 1970 are left to the generic codec. */
const SECONDS_MAX = 253_402_300_799;
const MINUTE_S = 60;
const seconds = Array.from({ length: MINUTE_S }, (_, second) =>
  Buffer.from(`${String(second).padStart(2, "0")}.`),
);
const milliseconds = Array.from({ length: 1000 }, (_, number) =>
  Buffer.from(`${String(number).padStart(3, "0")}Z"`),
);

/** Reads a google.protobuf.Timestamp as RFC 3339 in UTC with three fraction digits; further digits are cut off. */
export const readTimestamp: ReadValue = (input, text, label) => {
  const end = input.end();
  let second = 0;
  let nanos = 0;
  while (input.at < end) {
    const tag = input.varint();
    if (tag === SECONDS) second = input.varint();
    else if (tag === NANOS) nanos = input.varint();
    else throw UNUSUAL;
  }
  if (input.at !== end || second > SECONDS_MAX || nanos > 999_999_999) throw UNUSUAL;
  const minute = Math.floor(second / MINUTE_S);
  text.piece(label);
  text.ascii('"');
  text.ascii(minuteText(minute));
  text.piece(seconds[second - minute * MINUTE_S] as Buffer);
  text.piece(milliseconds[Math.floor(nanos / 1_000_000)] as Buffer);
};
