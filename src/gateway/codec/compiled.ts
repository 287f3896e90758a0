import { type DescField, type DescMessage } from "@bufbuild/protobuf";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { Codec, RequestCodec, ResponseCodec } from "./codec.ts";
import { compileDecode, type DecodeMessage } from "./compiled/decode.ts";
import { compileEncode } from "./compiled/encode.ts";
import { endOf } from "./compiled/read-value.ts";
import { UNUSUAL } from "./compiled/unusual.ts";
import { dataFieldOf, genericCodec, messageOf } from "./generic.ts";
import { type JsonView, jsonView } from "./json-view.ts";

/**
 * The codec of the hot path, compiled from the descriptors when the gateway starts. It knows only what is right and usual; whatever else
 * comes, it leaves to the generic codec, so that every refusal and every odd case is that one's to the letter.
 */
export function compiledCodec(view: JsonView = jsonView()): Codec {
  const generic = genericCodec(view);
  return {
    request: (typeName) => requestCodec(messageOf(typeName, view), generic.request(typeName)),
    response(typeName, dataField) {
      const message = messageOf(typeName, view);
      return responseCodec(
        message,
        dataFieldOf(message, dataField, view),
        generic.response(typeName, dataField),
      );
    },
  };
}

function requestCodec(message: DescMessage, generic: RequestCodec): RequestCodec {
  const encode = compileEncode(message);
  return encode ? { ...generic, encode: (json) => encode(json) ?? generic.encode(json) } : generic;
}

function responseCodec(
  message: DescMessage,
  field: DescField | undefined,
  generic: ResponseCodec,
): ResponseCodec {
  const decode = compileDecode(field?.message ?? message);
  if (!decode) return generic;
  const read = field ? within(field, decode) : decode;
  return {
    ...generic,
    json(bytes) {
      const reader = new BinaryReader(bytes);
      try {
        return read(reader, reader.len);
      } catch {
        // Bytes that are no message, or no usual one: the generic codec says which.
        return generic.json(bytes);
      }
    },
  };
}

/** Reads a response that is nothing but its data. */
function within(field: DescField, decode: DecodeMessage): DecodeMessage {
  const tag = (field.number << 3) | WireType.LengthDelimited;
  return (reader, end) => {
    if (reader.pos === end || reader.uint32() !== tag || endOf(reader) !== end) throw UNUSUAL;
    return decode(reader, end);
  };
}
