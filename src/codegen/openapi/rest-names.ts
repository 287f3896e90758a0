// The names that comments of the contract use, in backticks, and the names that REST has for them.
import type { DescEnumValue, DescFile, DescMessage } from "@bufbuild/protobuf";
import { Options } from "../options.ts";
import { headerNames } from "./headers.ts";

const known = new WeakMap<DescFile, ReadonlyMap<string, string>>();

/** Returns REST's name for a name in a comment of a file; any other text as it is. */
export function restName(name: string, file: DescFile): string {
  const names = namesOf(file);
  const path = name.split(".").map((part) => names.get(part));
  return path.every((part) => part !== undefined) ? path.join(".") : name;
}

/**
 * Returns REST's names by the names that comments of a file may use:
 * - a field, `asset_type`: its JSON name,
 * - a value of an enum, `PAYMENT_STATUS_PENDING`: its word, `pending`,
 * - a key of gRPC metadata, `idempotency-key`, or the field that is a header, `if_match`: the header.
 */
function namesOf(file: DescFile): ReadonlyMap<string, string> {
  const names = known.get(file) ?? compile([...reached(file)]);
  known.set(file, names);
  return names;
}

function compile(files: readonly DescFile[]): ReadonlyMap<string, string> {
  const options = new Options(files);
  const word = ({ localName, parent }: DescEnumValue): string =>
    options.words(parent) === "upper" ? localName.toUpperCase() : localName.toLowerCase();
  const messages = files.flatMap((file) => file.messages.flatMap(withNested));
  return new Map([
    ...messages.flatMap(({ fields }) => fields.map(({ name, jsonName }) => [name, jsonName] as const)),
    ...files
      .flatMap(({ enums }) => enums)
      .flatMap(({ values }) => values.map((v) => [v.name, word(v)] as const)),
    ...headerNames.map((name) => [name.toLowerCase(), name] as const),
    ["if_match", "If-Match"],
  ]);
}

const withNested = (message: DescMessage): DescMessage[] => [
  message,
  ...message.nestedMessages.flatMap(withNested),
];

/** Returns a file and everything that it imports. */
function reached(file: DescFile, seen = new Set<DescFile>()): Set<DescFile> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const imported of file.dependencies) reached(imported, seen);
  return seen;
}
