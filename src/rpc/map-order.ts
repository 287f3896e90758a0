import type { DescMessage } from "@bufbuild/protobuf";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";

/** Returns an encoded message with the entries of each map in one order. */
export type MapOrder = (bytes: Uint8Array) => Uint8Array;

/**
 * Makes the function that puts the entries of all maps of a message in one order, which neither JSON nor protobuf gives them: Go's encoder
 * even takes another one each time. Entries stay where the first of their map was, so what is in order already keeps its bytes.
 * @returns undefined for a message without maps, also in the messages of its fields
 */
export function mapOrderOf(message: DescMessage, within: readonly DescMessage[] = []): MapOrder | undefined {
  // A type that has itself as a field ends here. No request has a map in one.
  if (within.includes(message)) return undefined;
  const maps = new Set<number>();
  const nested = new Map<number, MapOrder>();
  for (const field of message.fields) {
    if (field.fieldKind === "map") maps.add(field.number);
    else if (field.message) {
      const order = mapOrderOf(field.message, [...within, message]);
      if (order) nested.set(field.number, order);
    }
  }
  return maps.size + nested.size === 0 ? undefined : (bytes) => ordered(bytes, maps, nested);
}

function ordered(
  bytes: Uint8Array,
  maps: ReadonlySet<number>,
  nested: ReadonlyMap<number, MapOrder>,
): Uint8Array {
  const reader = new BinaryReader(bytes);
  const parts: (Uint8Array | Uint8Array[])[] = [];
  const entriesOf = new Map<number, Uint8Array[]>();
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const [number, type] = reader.tag();
    const order = type === WireType.LengthDelimited ? nested.get(number) : undefined;
    if (order) {
      const body = reader.bytes();
      parts.push(bytes.subarray(start, reader.pos - body.length), order(body));
      continue;
    }
    reader.skip(type, number);
    const field = bytes.subarray(start, reader.pos);
    const entries = entriesOf.get(number);
    if (entries) entries.push(field);
    else if (maps.has(number)) {
      const first = [field];
      entriesOf.set(number, first);
      parts.push(first);
    } else parts.push(field);
  }
  return Buffer.concat(
    parts.flatMap((part) => (Array.isArray(part) ? part.sort((a, b) => Buffer.compare(a, b)) : [part])),
  );
}
