import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { catalogue } from "../../gen/errors/catalogue.ts";
import type { EachAlone } from "../../gen/rest/operations.ts";
import { ItemFault } from "../../gen/ts/pda/api/v1/item.ts";
import { Failure, type Violation } from "../rpc/failure.ts";
import { isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import type { RequestCodec } from "./codec.ts";

/** Encodes a request with a list whose elements are checked one by one. */
export type EncodeEachAlone = (json: JsonObject) => Uint8Array;

/**
 * Makes the encoder of a request with a list. A malformed element refuses only itself: the encoder replaces it by an element that carries
 * its faults. The core then returns these faults at the element's place among the results. The rest of the request is checked as usual.
 *
 * @param element codec of the list's messages
 */
export function encodeEachAlone(
  { number, max, faults }: Pick<EachAlone, "number" | "max" | "faults">,
  jsonName: string,
  whole: RequestCodec,
  element: RequestCodec,
): EncodeEachAlone {
  const encodeElement = (value: JsonValue): Uint8Array => {
    if (!isObject(value)) return refused([notAnObject], faults);
    try {
      return element.encode(value);
    } catch (error) {
      if (!(error instanceof Failure) || error.entry !== "INVALID_ARGUMENT") throw error;
      return refused(error.violations, faults);
    }
  };
  return (json) => {
    const list = json[jsonName];
    if (!Array.isArray(list) || list.length > max) return whole.encode(json);
    try {
      return whole.encode(json);
    } catch (error) {
      if (!(error instanceof Failure) || error.entry !== "INVALID_ARGUMENT") throw error;
    }
    const { [jsonName]: _, ...rest } = json;
    const writer = new BinaryWriter().raw(whole.encode(rest));
    for (const value of list) writer.tag(number, WireType.LengthDelimited).bytes(encodeElement(value));
    return writer.finish();
  };
}

const notAnObject: Violation = { field: "", reason: "WRONG_TYPE", message: "It must be an object." };

/** Encodes an element that carries only faults. */
function refused(violations: readonly Violation[], faults: number): Uint8Array {
  const { code } = catalogue.INVALID_ARGUMENT;
  const writer = new BinaryWriter();
  for (const { field, reason, message } of violations) {
    const fault = ItemFault.encode({ code, field, reason, message }).finish();
    writer.tag(faults, WireType.LengthDelimited).bytes(fault);
  }
  return writer.finish();
}
