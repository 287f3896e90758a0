import type { WireType } from "@bufbuild/protobuf/wire";

/** Returns the tag of a field: its number and wire type, as encoded before a value. */
export function tagOf(number: number, wireType: WireType): number {
  return ((number << 3) | wireType) >>> 0;
}
