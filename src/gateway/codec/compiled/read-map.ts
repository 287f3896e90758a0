import { type DescField, ScalarType } from "@bufbuild/protobuf";
import { type BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { endOf, quote } from "./read-value.ts";
import { UNUSUAL } from "./unusual.ts";

const KEY = (1 << 3) | WireType.LengthDelimited;
const VALUE = (2 << 3) | WireType.LengthDelimited;
/** Keys are compared one by one, so there must not be many. */
const ENTRIES_MAX = 64;
/** JavaScript puts these before all other members, or keeps them for itself. */
const SPECIAL = /^(?:\d+|__proto__)$/;

type ReadEntry = (reader: BinaryReader, slot: string | string[] | undefined) => string[];

/** Reads an entry of a `map<string, string>` and adds it as `"key":"value"`; undefined for other maps. */
export function readMapEntry(field: DescField & { fieldKind: "map" }): ReadEntry | undefined {
  if (field.mapKey !== ScalarType.STRING || field.scalar !== ScalarType.STRING) return undefined;
  const strict = field.utf8Validation;
  return (reader, slot) => {
    const entries = (slot as string[] | undefined) ?? [];
    const end = endOf(reader);
    let key = "";
    let value = "";
    while (reader.pos < end) {
      const tag = reader.uint32();
      if (tag === KEY) key = reader.string(strict);
      else if (tag === VALUE) value = reader.string(strict);
      else throw UNUSUAL;
    }
    const label = `${quote(key)}:`;
    const repeated = entries.some((entry) => entry.startsWith(label));
    if (reader.pos !== end || repeated || SPECIAL.test(key) || entries.length === ENTRIES_MAX) throw UNUSUAL;
    entries.push(`${label}${quote(value)}`);
    return entries;
  };
}
