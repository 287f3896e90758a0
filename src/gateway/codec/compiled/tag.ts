import type { WireType } from "@bufbuild/protobuf/wire";

/** Field number and wire type as they stand before a value. */
export function tagOf(number: number, wireType: WireType): number {
  return ((number << 3) | wireType) >>> 0;
}
