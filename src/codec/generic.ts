import {
  type DescField,
  type DescMessage,
  fromBinary,
  fromJson,
  type Message,
  toBinary,
  toJson,
} from "@bufbuild/protobuf";
import { isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import type { Codec, RequestCodec, RequestField, ResponseCodec, TextKind } from "./codec.ts";
import { type JsonView, jsonView } from "./json-view.ts";
import { jsonPath } from "./paths.ts";
import { compilePresent } from "./present.ts";
import { scalar } from "./scalars.ts";
import { compileShape } from "./shape.ts";
import { compileBytesAt, compileNumberAt, compileTextAt } from "./text-at.ts";

/** Makes the codec for every message of the contract: it checks the form strictly, then protobuf-es converts by the JSON view. */
export function genericCodec(view: JsonView = jsonView()): Codec {
  return {
    request: (typeName) => requestCodec(messageIn(typeName, view), view),
    response: (typeName, dataField) => responseCodec(messageIn(typeName, view), dataField, view),
  };
}

/** Returns the descriptor of a message. @throws Error when the contract has no such message. */
export function messageIn(typeName: string, view: JsonView): DescMessage {
  const found = view.registry.getMessage(typeName);
  if (!found) throw new Error(`${typeName} is not a message of the contract`);
  return found;
}

function requestCodec(message: DescMessage, view: JsonView): RequestCodec {
  const checkShape = compileShape(message);
  const names = view.fieldNames(message.typeName);
  const fields = new Map(message.fields.map((field) => [field.jsonName, requestField(field)]));
  return {
    fields,
    jsonName(protoName) {
      const found = names.get(protoName);
      if (found === undefined) throw new Error(`${protoName} is not a field of ${message.typeName}`);
      return found;
    },
    encode(json) {
      checkShape(json);
      return toBinary(message, fromJson(message, json, { registry: view.registry }));
    },
    jsonPath: (protoPath) => jsonPath(protoPath, message, view),
  };
}

/** Messages whose JSON is a string. */
const textMessages = new Set(["google.protobuf.Timestamp", "google.protobuf.FieldMask"]);

function requestField(field: DescField): RequestField {
  return {
    jsonName: field.jsonName,
    textKind: field.fieldKind === "map" ? undefined : textKind(field),
    repeated: field.fieldKind === "list",
  };
}

function textKind(field: DescField): TextKind | undefined {
  if (field.enum) return "enum";
  // The same text as in JSON. The check of the whole message refuses a malformed text.
  if (field.message && textMessages.has(field.message.typeName)) return "string";
  return field.scalar === undefined ? undefined : scalar(field.scalar)[1];
}

function responseCodec(message: DescMessage, dataField: string, view: JsonView): ResponseCodec {
  const field = dataFieldOf(message, dataField, view);
  const data = field?.message ?? message;
  const present = compilePresent(data);
  return {
    json(bytes) {
      const whole = fromBinary(message, bytes);
      const part = field ? (whole as unknown as Record<string, Message | undefined>)[field.localName] : whole;
      if (!part) throw new Error(`${message.typeName} lacks its data field ${dataField}`);
      return JSON.stringify(jsonOf(data, part, view, present));
    },
    textAt: (protoPath) => compileTextAt(message, field, protoPath, view),
    numberAt: (protoPath) => compileNumberAt(message, field, protoPath, view),
    bytesAt: (protoPath) => compileBytesAt(message, field, protoPath, view),
  };
}

/**
 * Returns the field that is the data of a response; undefined when the whole message is the data.
 * @throws Error when the field is not a message field.
 */
export function dataFieldOf(message: DescMessage, name: string, view: JsonView): DescField | undefined {
  if (name === "") return undefined;
  const jsonName = view.fieldNames(message.typeName).get(name);
  const field = message.fields.find((candidate) => candidate.jsonName === jsonName);
  if (field?.fieldKind !== "message")
    throw new Error(`${name} is not a message field of ${message.typeName}`);
  return field;
}

function jsonOf(
  data: DescMessage,
  message: Message,
  view: JsonView,
  present: (json: JsonObject) => void,
): JsonObject {
  const json: JsonValue = toJson(data, message, { alwaysEmitImplicit: true, registry: view.registry });
  if (!isObject(json)) throw new Error(`${data.typeName} is not an object in JSON`);
  present(json);
  return json;
}
