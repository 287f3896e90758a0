import type { JsonObject } from "../json/value.ts";
import type { BytesAt, NumberAt, TextAt } from "./text-at.ts";

/** The type of a request field that is given in a path or a query, where every value is text. "integer" is an int32. */
export type TextKind = "string" | "integer" | "long" | "boolean" | "enum";

/** A field of a request message, by its JSON name. */
export interface RequestField {
  readonly jsonName: string;
  /** Undefined for types that a path or a query cannot hold: messages, maps, bytes, uint32. */
  readonly textKind: TextKind | undefined;
  readonly repeated: boolean;
}

/** JSON → request message. */
export interface RequestCodec {
  /** Fields by JSON name. */
  readonly fields: ReadonlyMap<string, RequestField>;
  /** Returns the JSON name of the field with a proto name. @throws Error when the field does not exist. */
  jsonName(protoName: string): string;
  /**
   * Encodes the message.
   * @throws Failure INVALID_ARGUMENT. Its violations name each invalid field by its JSON name.
   */
  encode(json: JsonObject): Uint8Array;
  /** Converts a path of proto names, as the core writes it (`holder_key.x`, `scopes[0]`), to JSON names. */
  jsonPath(protoPath: string): string;
}

/** Response message → JSON. */
export interface ResponseCodec {
  /**
   * Returns the data of an answer as the text of a JSON object.
   * @throws Error when the bytes are not the message, or when the field that is the data is absent.
   */
  json(bytes: Uint8Array): string;
  /**
   * Returns a reader of one string of the data at a dotted path of proto names. The reader returns "" for an absent string.
   * @returns undefined when the data has no such field.
   */
  textAt(protoPath: string): TextAt | undefined;
  /** Like `textAt`, for an int32. The reader returns 0 for an absent number. */
  numberAt(protoPath: string): NumberAt | undefined;
  /** Like `textAt`, for a string or a bytes value as encoded bytes. */
  bytesAt(protoPath: string): BytesAt | undefined;
}

/**
 * Converts between strict JSON and protobuf. An implementation may be generic or compiled for a message. All implementations must do the
 * same for every input, errors included.
 */
export interface Codec {
  request(typeName: string): RequestCodec;
  /** `dataField` is the proto name of the field that is the data, or "" for the whole message. */
  response(typeName: string, dataField: string): ResponseCodec;
}
