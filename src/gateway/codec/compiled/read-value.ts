import { type DescEnum, ScalarType } from "@bufbuild/protobuf";
import { type BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { rfc3339 } from "../../json/rfc3339.ts";
import { UNUSUAL } from "./unusual.ts";

/** Reads one value and writes it as JSON text; undefined for a value that JSON leaves out. */
export type ReadValue = (reader: BinaryReader) => string | undefined;

/** How a value stands on the wire and in JSON, and what JSON shows when it is not there. */
export interface ValueReader {
  readonly wireType: WireType;
  readonly read: ReadValue;
  readonly zero: string | undefined;
}

/** Whatever JSON escapes, and what is not ASCII, where lone surrogates are. */
const NOT_PLAIN = /[^ !#-[\]-~]/;

/** A string as JSON text. */
export function quote(text: string): string {
  return NOT_PLAIN.test(text) ? JSON.stringify(text) : `"${text}"`;
}

const varint = (read: ReadValue, zero: string): ValueReader => ({ wireType: WireType.Varint, read, zero });

/** Reads a scalar, or undefined for a type that is not read here. @param strict strings have to be UTF-8. */
export function readScalar(type: ScalarType, strict: boolean): ValueReader | undefined {
  switch (type) {
    case ScalarType.STRING:
      return {
        wireType: WireType.LengthDelimited,
        read: (reader) => quote(reader.string(strict)),
        zero: '""',
      };
    case ScalarType.BYTES:
      return {
        wireType: WireType.LengthDelimited,
        read: (reader) => `"${Buffer.from(reader.bytes()).toString("base64")}"`,
        zero: '""',
      };
    case ScalarType.BOOL:
      return varint((reader) => (reader.bool() ? "true" : "false"), "false");
    case ScalarType.INT32:
      return varint((reader) => String(reader.int32()), "0");
    case ScalarType.UINT32:
      return varint((reader) => String(reader.uint32()), "0");
    case ScalarType.INT64:
      return varint((reader) => `"${reader.int64()}"`, '"0"');
    case ScalarType.UINT64:
      return varint((reader) => `"${reader.uint64()}"`, '"0"');
    default:
      return undefined;
  }
}

/** Reads an enum as its word; zero and numbers newer than this gateway have none. */
export function readEnum(desc: DescEnum): ValueReader {
  const words = new Map(
    desc.values.filter(({ number }) => number !== 0).map(({ number, name }) => [number, quote(name)]),
  );
  return { wireType: WireType.Varint, read: (reader) => words.get(reader.int32()), zero: undefined };
}

const SECONDS = (1 << 3) | WireType.Varint;
const NANOS = (2 << 3) | WireType.Varint;
/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z: the years that RFC 3339 can write. */
const SECONDS_MIN = -62_135_596_800;
const SECONDS_MAX = 253_402_300_799;

/** Reads a google.protobuf.Timestamp as RFC 3339 in UTC with three fraction digits; finer ones are cut off. */
export function readTimestamp(reader: BinaryReader): string {
  const end = endOf(reader);
  let seconds = 0;
  let nanos = 0;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === SECONDS) seconds = Number(reader.int64());
    else if (tag === NANOS) nanos = reader.int32();
    else throw UNUSUAL;
  }
  const isTime =
    reader.pos === end &&
    seconds >= SECONDS_MIN &&
    seconds <= SECONDS_MAX &&
    nanos >= 0 &&
    nanos <= 999_999_999;
  if (!isTime) throw UNUSUAL;
  return `"${rfc3339(seconds, Math.floor(nanos / 1_000_000))}"`;
}

/** Where a length-delimited value ends that starts with its length here. @throws UNUSUAL when that is beyond the bytes. */
export function endOf(reader: BinaryReader): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw UNUSUAL;
  return end;
}
