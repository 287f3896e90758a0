import type { JsonObject } from "../../json/value.ts";
import type { BytesAt, NumberAt, TextAt } from "./text-at.ts";

/** What a request field takes from a path or a query, where everything is text. An integer is an int32. */
export type TextKind = "string" | "integer" | "long" | "boolean" | "enum";

/** A field of a request message, by its JSON name. */
export interface RequestField {
  readonly jsonName: string;
  /** Undefined for what cannot stand in a path or a query: messages, maps, bytes, uint32. */
  readonly textKind: TextKind | undefined;
  readonly repeated: boolean;
}

/** JSON → request message. */
export interface RequestCodec {
  /** Fields by JSON name. */
  readonly fields: ReadonlyMap<string, RequestField>;
  /** JSON name of a field given by its proto name. @throws Error when there is none. */
  jsonName(protoName: string): string;
  /**
   * The message, encoded.
   * @throws Failure INVALID_ARGUMENT whose violations name each field at fault in JSON names.
   */
  encode(json: JsonObject): Uint8Array;
  /** A path of proto names as the core writes it (`holder_key.x`, `scopes[0]`) in JSON names. */
  jsonPath(protoPath: string): string;
}

/** Response message → JSON. */
export interface ResponseCodec {
  /**
   * The data of an answer as the text of a JSON object.
   * @throws Error when the bytes are not the message, or the field that is the data is absent.
   */
  json(bytes: Uint8Array): string;
  /**
   * A reader of one string of the data, given by a dotted path of proto names; it reads "" where there is none.
   * @returns undefined when the data has no such field.
   */
  textAt(protoPath: string): TextAt | undefined;
  /** The same of an int32; it reads 0 where there is none. */
  numberAt(protoPath: string): NumberAt | undefined;
  /** The same for one string or bytes value as it is encoded. */
  bytesAt(protoPath: string): BytesAt | undefined;
}

/**
 * Between strict JSON and protobuf. What implements it may be generic or compiled for a message, as long as both do the same for
 * every input, errors included.
 */
export interface Codec {
  request(typeName: string): RequestCodec;
  /** `dataField` is the proto name of the field that is the data, or "" for the whole message. */
  response(typeName: string, dataField: string): ResponseCodec;
}
