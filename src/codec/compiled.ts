import { type DescField, type DescMessage } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import type { Codec, RequestCodec, ResponseCodec } from "./codec.ts";
import { compileDecode, type DecodeMessage } from "./compiled/decode.ts";
import { compileEncode } from "./compiled/encode.ts";
import { Input } from "./compiled/input.ts";
import { JsonText } from "./compiled/json-text.ts";
import { tagOf } from "./compiled/tag.ts";
import { UNUSUAL } from "./compiled/unusual.ts";
import { dataFieldOf, genericCodec, messageIn } from "./generic.ts";
import { type JsonView, jsonView } from "./json-view.ts";

/**
 * Makes the codec of the hot path, compiled from the descriptors when the gateway starts. It handles only valid input in its usual form. It
 * leaves every other input to the generic codec, so that both give the same refusals and results. It saves a fifth of the CPU time of a read
 * payment and of a verified device (docs/performance.md).
 */
export function compiledCodec(view: JsonView = jsonView()): Codec {
  const generic = genericCodec(view);
  return {
    request: (typeName) => requestCodec(messageIn(typeName, view), generic.request(typeName)),
    response(typeName, dataField) {
      const message = messageIn(typeName, view);
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
        // The bytes are malformed or in an unusual form. The generic codec finds out which.
        return generic.json(bytes);
      }
      return text.finish();
    },
  };
}

const input = new Input();
const text = new JsonText();

/** Reads a response that contains only its data field. */
function within(field: DescField, decode: DecodeMessage): DecodeMessage {
  const tag = tagOf(field.number, WireType.LengthDelimited);
  return (input, end, text) => {
    if (input.varint() !== tag || input.end() !== end) throw UNUSUAL;
    decode(input, end, text);
  };
}
