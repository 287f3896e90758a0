import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { scalar } from "../scalars.ts";
import { type WriteValue, writeEnum, writeScalar } from "./write-value.ts";

/** Encodes an object that has the form of the message; undefined for any other, which the generic codec then judges. */
export type EncodeMessage = (json: JsonObject) => Uint8Array | undefined;

/** Writes a field with its number. @returns whether the value has the form of the field. */
type WriteField = (writer: BinaryWriter, value: JsonValue) => boolean;
/** Writes the members of an object. @returns whether they have the form of the message. */
type WriteMessage = (writer: BinaryWriter, json: JsonObject) => boolean;

/**
 * Compiles the encoder of a message: one pass over the fields in the order of their numbers, each judged and written at once.
 * @returns undefined for a message with types that are not written here.
 */
export function compileEncode(message: DescMessage): EncodeMessage | undefined {
  const write = compileWrite(message, []);
  if (!write) return undefined;
  return (json) => {
    const writer = spare ?? new BinaryWriter();
    // Taken while it is used: should writing throw, what was written is not kept for the next message.
    spare = undefined;
    const good = write(writer, json);
    const bytes = writer.finish();
    if (bytes.length <= KEPT_BYTES_MAX) spare = writer;
    return good ? bytes : undefined;
  };
}

/** A writer's buffer grows with what it writes; one that wrote a larger message is not kept. */
const KEPT_BYTES_MAX = 65_536;
/** A writer that is free: a buffer for every message would cost as much as writing it. */
let spare: BinaryWriter | undefined;

function compileWrite(message: DescMessage, within: readonly DescMessage[]): WriteMessage | undefined {
  if (within.includes(message) || message.typeName.startsWith("google.")) return undefined;
  const fields: { name: string; write: WriteField; choice: string | undefined }[] = [];
  for (const field of message.fields.toSorted((a, b) => a.number - b.number)) {
    const write = compileField(field, [...within, message]);
    if (!write) return undefined;
    fields.push({ name: field.jsonName, write, choice: field.oneof?.name });
  }
  return (writer, json) => {
    let known = 0;
    let chosen: string | undefined;
    for (const { name, write, choice } of fields) {
      if (!Object.hasOwn(json, name)) continue;
      known += 1;
      if (choice !== undefined) {
        if (choice === chosen) return false;
        chosen = choice;
      }
      if (!write(writer, json[name] as JsonValue)) return false;
    }
    // Members that are left over belong to no field.
    return known === Object.keys(json).length;
  };
}

/** `google.protobuf.FeatureSet.FieldPresence.IMPLICIT`: what has its zero value is not written. */
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
  const write = compileWrite(message, within);
  if (!write) return undefined;
  return (writer, value) => {
    if (!isObject(value)) return false;
    writer.tag(number, WireType.LengthDelimited).fork();
    const good = write(writer, value);
    writer.join();
    return good;
  };
}

function compileList(
  field: DescField & { fieldKind: "list" },
  within: readonly DescMessage[],
): WriteField | undefined {
  if (field.scalar === ScalarType.INT32) return packedInt32(field.number);
  const isString = field.scalar === ScalarType.STRING;
  const write = field.message
    ? compileMessageField(field.message, field.number, within)
    : isString && writeScalar(ScalarType.STRING, field.number, false);
  if (!write) return undefined;
  return (writer, value) => Array.isArray(value) && value.every((element) => write(writer, element));
}

/** Numbers stand packed: all of them in one value. */
function packedInt32(number: number): WriteField {
  const [check] = scalar(ScalarType.INT32);
  return (writer, value) => {
    if (!Array.isArray(value) || value.some((element) => check(element) !== undefined)) return false;
    if (value.length === 0) return true;
    writer.tag(number, WireType.LengthDelimited).fork();
    for (const element of value) writer.int32((element as number) + 0);
    writer.join();
    return true;
  };
}

function compileMap(field: DescField & { fieldKind: "map" }): WriteField | undefined {
  if (field.mapKey !== ScalarType.STRING || field.scalar !== ScalarType.STRING) return undefined;
  const writeKey = writeScalar(ScalarType.STRING, 1, false) as WriteValue;
  const writeElement = writeScalar(ScalarType.STRING, 2, false) as WriteValue;
  return (writer, value) =>
    isObject(value) &&
    Object.keys(value).every((key) => {
      writer.tag(field.number, WireType.LengthDelimited).fork();
      const good = writeKey(writer, key) && writeElement(writer, value[key] as JsonValue);
      writer.join();
      return good;
    });
}
