import { type DescField, ScalarType } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import type { Input } from "./input.ts";
import type { JsonText } from "./json-text.ts";
import { tagOf } from "./tag.ts";
import { UNUSUAL } from "./unusual.ts";

const KEY = tagOf(1, WireType.LengthDelimited);
const VALUE = tagOf(2, WireType.LengthDelimited);
/** JavaScript orders integer keys before all other members and treats `__proto__` specially. */
const SPECIAL = /^(?:\d+|__proto__)$/;

/** Reads an entry, writes it as a member and adds its key to `keys`. Throws UNUSUAL when `keys` already has the key. */
type ReadEntry = (input: Input, text: JsonText, keys: Set<string>) => void;

/** Returns the reader of an entry of a `map<string, string>`; undefined for other maps. */
export function readMapEntry(field: DescField & { fieldKind: "map" }): ReadEntry | undefined {
  return field.mapKey === ScalarType.STRING && field.scalar === ScalarType.STRING ? readEntry : undefined;
}

const readEntry: ReadEntry = (input, text, keys) => {
  const end = input.end();
  let key = "";
  let value = "";
  while (input.at < end) {
    const tag = input.varint();
    if (tag === KEY) key = input.text();
    else if (tag === VALUE) value = input.text();
    else throw UNUSUAL;
  }
  if (input.at !== end || keys.has(key) || SPECIAL.test(key)) throw UNUSUAL;
  keys.add(key);
  text.ascii(",");
  text.quoted(key);
  text.ascii(":");
  text.quoted(value);
};
