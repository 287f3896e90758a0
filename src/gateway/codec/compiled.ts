import { type DescField, type DescMessage } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import type { Codec, RequestCodec, ResponseCodec } from "./codec.ts";
import { compileDecode, type DecodeMessage } from "./compiled/decode.ts";
import { compileEncode } from "./compiled/encode.ts";
import { Input } from "./compiled/input.ts";
import { JsonText } from "./compiled/json-text.ts";
import { tagOf } from "./compiled/tag.ts";
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
      input.open(bytes);
      text.open();
      try {
        read(input, bytes.length, text);
      } catch {
        // Bytes that are no message, or no usual one: the generic codec says which.
        return generic.json(bytes);
      }
      return text.finish();
    },
  };
}

const input = new Input();
const text = new JsonText();

/** Reads a response that is nothing but its data. */
function within(field: DescField, decode: DecodeMessage): DecodeMessage {
  const tag = tagOf(field.number, WireType.LengthDelimited);
  return (input, end, text) => {
    if (input.varint() !== tag || input.end() !== end) throw UNUSUAL;
    decode(input, end, text);
  };
}
