import { type DescEnum, ScalarType } from "@bufbuild/protobuf";
import { type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { JsonValue } from "../../json/value.ts";
import { scalar } from "../scalars.ts";

/** Writes a value with its field number. @returns false, having written nothing, for what is no value of the type. */
export type WriteValue = (writer: BinaryWriter, value: JsonValue) => boolean;

/**
 * The writer of a scalar, or undefined for a type that is not written here.
 * @param skipZero leaves out the zero value (implicit presence).
 */
export function writeScalar(type: ScalarType, number: number, skipZero: boolean): WriteValue | undefined {
  switch (type) {
    case ScalarType.STRING:
      return (writer, value) => {
        if (typeof value !== "string" || !value.isWellFormed()) return false;
        if (value !== "" || !skipZero) writer.tag(number, WireType.LengthDelimited).string(value);
        return true;
      };
    case ScalarType.BOOL:
      return (writer, value) => {
        if (typeof value !== "boolean") return false;
        if (value || !skipZero) writer.tag(number, WireType.Varint).bool(value);
        return true;
      };
    case ScalarType.INT32:
      return writeNumber(type, skipZero, (writer, value) => writer.tag(number, WireType.Varint).int32(value));
    case ScalarType.UINT32:
      return writeNumber(type, skipZero, (writer, value) =>
        writer.tag(number, WireType.Varint).uint32(value),
      );
    case ScalarType.INT64:
      return writeLong(type, skipZero, (writer, value) => writer.tag(number, WireType.Varint).int64(value));
    case ScalarType.UINT64:
      return writeLong(type, skipZero, (writer, value) => writer.tag(number, WireType.Varint).uint64(value));
    default:
      return undefined;
  }
}

type Write<T> = (writer: BinaryWriter, value: T) => void;

function writeNumber(type: ScalarType, skipZero: boolean, write: Write<number>): WriteValue {
  const [check] = scalar(type);
  return (writer, value) => {
    if (check(value)) return false;
    // Adding zero makes -0 the zero that it equals.
    if (value !== 0 || !skipZero) write(writer, (value as number) + 0);
    return true;
  };
}

function writeLong(type: ScalarType, skipZero: boolean, write: Write<bigint>): WriteValue {
  const [check] = scalar(type);
  return (writer, value) => {
    if (check(value)) return false;
    const long = BigInt(value as string | number);
    if (long !== 0n || !skipZero) write(writer, long);
    return true;
  };
}

/** The writer of an enum's words; zero has none, so that there is no zero to leave out. */
export function writeEnum(desc: DescEnum, number: number): WriteValue {
  const numbers = new Map(
    desc.values.filter((value) => value.number !== 0).map((value) => [value.name, value.number]),
  );
  return (writer, value) => {
    const word = typeof value === "string" ? numbers.get(value) : undefined;
    if (word === undefined) return false;
    writer.tag(number, WireType.Varint).int32(word);
    return true;
  };
}
