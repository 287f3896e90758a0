import { type DescEnum, fromJson, ScalarType } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { FieldMaskSchema, TimestampSchema } from "@bufbuild/protobuf/wkt";
import type { JsonValue } from "../../json/value.ts";
import { fieldMaskCheck, scalar, timestampCheck } from "../scalars.ts";
import type { Output } from "./output.ts";
import { tagOf } from "./tag.ts";

/** Writes a value with its tag. @returns false for a value of another type; then nothing was written. */
export type WriteValue = (output: Output, value: JsonValue) => boolean;

/**
 * Returns the writer of a scalar, or undefined for a type that is not written here.
 * @param skipZero omits the zero value (implicit presence).
 */
export function writeScalar(type: ScalarType, number: number, skipZero: boolean): WriteValue | undefined {
  const varint = tagOf(number, WireType.Varint);
  switch (type) {
    case ScalarType.STRING: {
      const tag = tagOf(number, WireType.LengthDelimited);
      return (output, value) => {
        if (typeof value !== "string" || !value.isWellFormed()) return false;
        if (value !== "" || !skipZero) output.string(tag, value);
        return true;
      };
    }
    case ScalarType.BOOL:
      return (output, value) => {
        if (typeof value !== "boolean") return false;
        if (value || !skipZero) {
          output.varint(varint);
          output.varint(value ? 1 : 0);
        }
        return true;
      };
    case ScalarType.INT32:
    case ScalarType.UINT32:
    case ScalarType.INT64:
    case ScalarType.UINT64:
      return writeNumber(type, varint, skipZero);
    default:
      return undefined;
  }
}

function writeNumber(type: ScalarType, tag: number, skipZero: boolean): WriteValue {
  const [check] = scalar(type);
  return (output, value) => {
    if (check(value)) return false;
    const long = BigInt(value as string | number);
    if (long !== 0n || !skipZero) {
      output.varint(tag);
      output.long(long);
    }
    return true;
  };
}

const SECONDS = tagOf(1, WireType.Varint);
const NANOS = tagOf(2, WireType.Varint);

/** Returns the writer of a google.protobuf.Timestamp from RFC 3339. */
export function writeTimestamp(number: number): WriteValue {
  const tag = tagOf(number, WireType.LengthDelimited);
  return (output, value) => {
    if (timestampCheck(value)) return false;
    const { seconds, nanos } = fromJson(TimestampSchema, value);
    const forked = output.fork(tag);
    if (seconds !== 0n) {
      output.varint(SECONDS);
      output.long(seconds);
    }
    if (nanos !== 0) {
      output.varint(NANOS);
      output.varint(nanos);
    }
    output.join(forked);
    return true;
  };
}

const PATHS = tagOf(1, WireType.LengthDelimited);

/** Returns the writer of a google.protobuf.FieldMask from names separated by commas. */
export function writeFieldMask(number: number): WriteValue {
  const tag = tagOf(number, WireType.LengthDelimited);
  return (output, value) => {
    if (fieldMaskCheck(value)) return false;
    const forked = output.fork(tag);
    for (const path of fromJson(FieldMaskSchema, value).paths) output.string(PATHS, path);
    output.join(forked);
    return true;
  };
}

/** Returns the numbers of an enum's words; zero has no word. */
export function enumNumbers(desc: DescEnum): ReadonlyMap<unknown, number> {
  return new Map(
    desc.values.filter((value) => value.number !== 0).map((value) => [value.name, value.number]),
  );
}

/** Returns the writer of an enum's words. The zero value has no word, so the writer never omits a value. */
export function writeEnum(desc: DescEnum, number: number): WriteValue {
  const numbers = enumNumbers(desc);
  const tag = tagOf(number, WireType.Varint);
  return (output, value) => {
    const word = numbers.get(value);
    if (word === undefined) return false;
    output.varint(tag);
    output.varint(word);
    return true;
  };
}
