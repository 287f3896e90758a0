import { ScalarType } from "@bufbuild/protobuf";
import type { Json } from "./json.ts";

const int64: Json = { type: "string", pattern: "^(0|-?[1-9][0-9]{0,18})$" };
const uint64: Json = { type: "string", pattern: "^(0|[1-9][0-9]{0,19})$" };
const int32: Json = { type: "integer", format: "int32" };
/** `int64`, because 32 bits with a sign, which `int32` means, do not hold it. */
const uint32: Json = { type: "integer", format: "int64", minimum: 0, maximum: 4294967295 };

/** Returns the schema of a scalar in ProtoJSON: 64-bit integers are strings (RFC 7493 §2.2), bytes are base64. */
export function scalarSchema(type: ScalarType): Json {
  switch (type) {
    case ScalarType.STRING:
      return { type: "string" };
    case ScalarType.BYTES:
      return { type: "string", contentEncoding: "base64" };
    case ScalarType.BOOL:
      return { type: "boolean" };
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return int64;
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return uint64;
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return uint32;
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return int32;
    default:
      throw new Error(`${ScalarType[type]}: the contract must not use floating-point types`);
  }
}
