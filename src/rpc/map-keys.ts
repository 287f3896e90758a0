import type { DescMessage } from "@bufbuild/protobuf";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { Violation } from "./failure.ts";
import { mapOrderOf } from "./map-order.ts";

/** A decoded message loses an entry with this key, because its maps are plain objects. */
const LOST = "__proto__";
/** The finder stops at this number, so that an answer stays short. */
const FOUND_MAX = 20;

/**
 * Makes the finder of entries with the key `__proto__` in the maps of an encoded message. Over REST the JSON reader refuses such a member.
 * @returns undefined for a message without maps, also in the messages of its fields
 */
export function lostKeysOf(message: DescMessage): ((bytes: Uint8Array) => readonly Violation[]) | undefined {
  if (!mapOrderOf(message)) return undefined;
  // Nearly no request has the text anywhere, and a search for it is cheap.
  return (bytes) => {
    const violations: Violation[] = [];
    if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(LOST))
      findLost(bytes, message, "", violations);
    return violations;
  };
}

function findLost(bytes: Uint8Array, message: DescMessage, parent: string, violations: Violation[]): void {
  const reader = new BinaryReader(bytes);
  const seen = new Map<number, number>();
  while (reader.pos < reader.len && violations.length < FOUND_MAX) {
    const [number, type] = reader.tag();
    const field = message.fields.find((each) => each.number === number);
    if (type !== WireType.LengthDelimited || !field) {
      reader.skip(type, number);
      continue;
    }
    const body = reader.bytes();
    const at = seen.get(number) ?? 0;
    seen.set(number, at + 1);
    const path = parent + field.name;
    if (field.fieldKind === "map") {
      if (keyOf(body) === LOST) violations.push(reserved(`${path}["${LOST}"]`));
    } else if (field.message && mapOrderOf(field.message)) {
      const place = field.fieldKind === "list" ? `${path}[${at}].` : `${path}.`;
      findLost(body, field.message, place, violations);
    }
  }
}

/** Returns the key of an entry of a map with texts as keys. The last one counts, as everywhere in protobuf. */
function keyOf(entry: Uint8Array): string {
  const reader = new BinaryReader(entry);
  let key = "";
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (number === 1 && type === WireType.LengthDelimited) key = reader.string();
    else reader.skip(type, number);
  }
  return key;
}

const reserved = (field: string): Violation => ({
  field,
  reason: "METADATA_KEY_RESERVED",
  message: `The key "${LOST}" is reserved. Use another key.`,
});
