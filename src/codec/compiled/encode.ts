import { type DescEnum, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { scalar } from "../scalars.ts";
import { Output } from "./output.ts";
import { tagOf } from "./tag.ts";
import {
  enumNumbers,
  type WriteValue,
  writeEnum,
  writeFieldMask,
  writeScalar,
  writeTimestamp,
} from "./write-value.ts";

/**
 * Encodes an object that has the form of the message. Returns undefined for any other object; the generic codec then checks that object.
 */
export type EncodeMessage = (json: JsonObject) => Uint8Array | undefined;

/** Writes a field with its tag. @returns false when the value does not have the form of the field. */
type WriteField = (output: Output, value: JsonValue) => boolean;
/** Writes the members of an object. @returns false when they do not have the form of the message. */
type WriteMessage = (output: Output, json: JsonObject) => boolean;

/**
 * Compiles the encoder of a message. The encoder visits the fields once, in the order of their numbers, and checks and writes each field.
 * @returns undefined for a message with a type that is not written here.
 */
export function compileEncode(message: DescMessage): EncodeMessage | undefined {
  const write = compileWrite(message, []);
  if (!write) return undefined;
  return (json) => {
    shared.open();
    return write(shared, json) ? shared.take() : undefined;
  };
}

/** All encoders can share one output, because none of them waits. */
const shared = new Output();

function compileWrite(message: DescMessage, within: readonly DescMessage[]): WriteMessage | undefined {
  if (within.includes(message) || message.typeName.startsWith("google.")) return undefined;
  const fields: { name: string; write: WriteField; choice: string | undefined }[] = [];
  for (const field of message.fields.toSorted((a, b) => a.number - b.number)) {
    const write = compileField(field, [...within, message]);
    if (!write) return undefined;
    fields.push({ name: field.jsonName, write, choice: field.oneof?.name });
  }
  return (output, json) => {
    let known = 0;
    let chosen: string | undefined;
    for (const { name, write, choice } of fields) {
      if (!Object.hasOwn(json, name)) continue;
      known += 1;
      if (choice !== undefined) {
        if (choice === chosen) return false;
        chosen = choice;
      }
      if (!write(output, json[name] as JsonValue)) return false;
    }
    // The remaining members belong to no field.
    return known === Object.keys(json).length;
  };
}

/** `google.protobuf.FeatureSet.FieldPresence.IMPLICIT`: the zero value is not written. */
const IMPLICIT = 2;

function compileField(field: DescField, within: readonly DescMessage[]): WriteField | undefined {
  switch (field.fieldKind) {
    case "scalar":
      return writeScalar(field.scalar, field.number, field.presence === IMPLICIT);
    case "enum":
      return writeEnum(field.enum, field.number);
    case "message":
      return compileMessageField(field.message, field.number, within);
    case "list":
      return compileList(field, within);
    default:
      return compileMap(field);
  }
}

function compileMessageField(
  message: DescMessage,
  number: number,
  within: readonly DescMessage[],
): WriteField | undefined {
  if (message.typeName === "google.protobuf.Timestamp") return writeTimestamp(number);
  if (message.typeName === "google.protobuf.FieldMask") return writeFieldMask(number);
  const write = compileWrite(message, within);
  if (!write) return undefined;
  const tag = tagOf(number, WireType.LengthDelimited);
  return (output, value) => {
    if (!isObject(value)) return false;
    const forked = output.fork(tag);
    const good = write(output, value);
    output.join(forked);
    return good;
  };
}

function compileList(
  field: DescField & { fieldKind: "list" },
  within: readonly DescMessage[],
): WriteField | undefined {
  if (field.scalar === ScalarType.INT32) return packedInt32(field.number);
  if (field.enum) return packedEnum(field.enum, field.number);
  const isString = field.scalar === ScalarType.STRING;
  const write = field.message
    ? compileMessageField(field.message, field.number, within)
    : isString && writeScalar(ScalarType.STRING, field.number, false);
  if (!write) return undefined;
  return (output, value) => Array.isArray(value) && value.every((element) => write(output, element));
}

/** Writes a list of numbers, packed in one value. */
function packedInt32(number: number): WriteField {
  const [check] = scalar(ScalarType.INT32);
  const tag = tagOf(number, WireType.LengthDelimited);
  return (output, value) => {
    if (!Array.isArray(value) || value.some((element) => check(element) !== undefined)) return false;
    if (value.length === 0) return true;
    const forked = output.fork(tag);
    for (const element of value) output.long(BigInt(element as number));
    output.join(forked);
    return true;
  };
}

function packedEnum(desc: DescEnum, number: number): WriteField {
  const numbers = enumNumbers(desc);
  const tag = tagOf(number, WireType.LengthDelimited);
  return (output, value) => {
    if (!Array.isArray(value) || !value.every((word) => numbers.has(word))) return false;
    if (value.length === 0) return true;
    const forked = output.fork(tag);
    for (const word of value) output.varint(numbers.get(word) as number);
    output.join(forked);
    return true;
  };
}

function compileMap(field: DescField & { fieldKind: "map" }): WriteField | undefined {
  if (field.mapKey !== ScalarType.STRING || field.scalar !== ScalarType.STRING) return undefined;
  const writeKey = writeScalar(ScalarType.STRING, 1, false) as WriteValue;
  const writeElement = writeScalar(ScalarType.STRING, 2, false) as WriteValue;
  const tag = tagOf(field.number, WireType.LengthDelimited);
  return (output, value) =>
    isObject(value) &&
    Object.keys(value).every((key) => {
      const forked = output.fork(tag);
      const good = writeKey(output, key) && writeElement(output, value[key] as JsonValue);
      output.join(forked);
      return good;
    });
}
