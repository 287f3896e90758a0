import { readFileSync } from "node:fs";
import {
  createFileRegistry,
  type DescEnum,
  type DescExtension,
  type DescField,
  type DescMessage,
  type FileRegistry,
  fromBinary,
  getOption,
  hasOption,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

const DESCRIPTOR = new URL("../../gen/descriptor.binpb", import.meta.url);
/** `pda.api.v1.ENUM_WORDS_UPPER`. */
const UPPER = 2;

/** The contract in its JSON names and words. */
export interface JsonView {
  /**
   * Descriptors whose field names are the JSON names, so that no other spelling is accepted, and whose enum values are the JSON words.
   * Numbers and types are those of the contract, so the encoding of messages is unchanged.
   */
  readonly registry: FileRegistry;
  /** Returns the field names of a message: proto name → JSON name. */
  fieldNames(typeName: string): ReadonlyMap<string, string>;
}

function wordsOf(desc: DescEnum, option: DescExtension): void {
  const prefix = `${desc.name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase()}_`;
  const upper = getOption(desc, option) === UPPER;
  for (const value of desc.proto.value) {
    if (!value.name.startsWith(prefix))
      throw new Error(`${desc.typeName}: ${value.name} does not start with ${prefix}`);
    const word = value.name.slice(prefix.length);
    value.name = upper ? word : word.toLowerCase();
  }
}

function namesOf(desc: DescMessage, option: DescExtension): ReadonlyMap<string, string> {
  const shown = desc.fields.filter((field) => !isInternal(field, option));
  const names = new Map(shown.map((field) => [field.name, field.jsonName]));
  for (const field of desc.fields) field.proto.name = field.jsonName;
  desc.proto.field = shown.map((field) => field.proto);
  return names;
}

/** Tells whether a field is `pda.api.v1.field.internal`. Only tiers use internal fields, so JSON omits these fields. */
function isInternal(field: DescField, option: DescExtension): boolean {
  return hasOption(field, option) && (getOption(field, option) as { internal?: boolean }).internal === true;
}

/** Makes the JSON view of a FileDescriptorSet; by default of the contract (`gen/descriptor.binpb`). */
export function jsonView(descriptorSet: Uint8Array = readFileSync(DESCRIPTOR)): JsonView {
  const set = fromBinary(FileDescriptorSetSchema, descriptorSet);
  const original = createFileRegistry(set);
  const words = original.getExtension("pda.api.v1.words");
  const info = original.getExtension("pda.api.v1.field");
  if (!words || !info)
    throw new Error("the descriptor set has no option pda.api.v1.words or pda.api.v1.field");
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const type of original) {
    if (!type.typeName.startsWith("pda.")) continue;
    if (type.kind === "enum") wordsOf(type, words);
    else if (type.kind === "message") names.set(type.typeName, namesOf(type, info));
  }
  return {
    registry: createFileRegistry(set),
    fieldNames(typeName) {
      const found = names.get(typeName);
      if (!found) throw new Error(`${typeName} is not a message of the contract`);
      return found;
    },
  };
}
