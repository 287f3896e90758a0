import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { JsonObject, JsonValue } from "../json/value.ts";

/** Converts a value that protobuf-es wrote to the form of this service's answers. Returns undefined for a value that is omitted. */
type Present = (value: JsonValue) => JsonValue | undefined;

/**
 * Compiles the rules that the answers of this service add to ProtoJSON:
 * - Timestamps are RFC 3339 in UTC with exactly three fraction digits.
 * - An enum value without a word (zero, or newer than this gateway) is omitted.
 * @returns a function that changes an object in place.
 */
export function compilePresent(message: DescMessage): (json: JsonObject) => void {
  const present = presentMessage(message, new Map());
  return (json) => {
    present?.(json);
  };
}

function milliseconds(value: JsonValue): JsonValue {
  const [, seconds, fraction = ""] = /^(.{19})(?:\.(\d+))?Z$/.exec(value as string) ?? [];
  if (seconds === undefined)
    throw new Error("protobuf-es wrote a timestamp that is not in the form of ProtoJSON");
  return `${seconds}.${`${fraction}000`.slice(0, 3)}Z`;
}

function presentMessage(message: DescMessage, compiled: Map<DescMessage, Present>): Present | undefined {
  if (message.typeName === "google.protobuf.Timestamp") return milliseconds;
  const known = compiled.get(message);
  if (known) return known;
  const fields: (readonly [string, Present])[] = [];
  const present: Present = (value) => {
    const json = value as JsonObject;
    for (const [name, presentField] of fields) {
      const given = json[name];
      if (given === undefined) continue;
      const shown = presentField(given);
      if (shown === undefined) delete json[name];
      else json[name] = shown;
    }
    return json;
  };
  // Set before the fields are compiled, for messages that contain themselves.
  compiled.set(message, present);
  for (const field of message.fields) {
    const presentField = presentOf(field, compiled);
    if (presentField) fields.push([field.jsonName, presentField]);
  }
  if (fields.length === 0) compiled.delete(message);
  return fields.length === 0 ? undefined : present;
}

function presentOf(field: DescField, compiled: Map<DescMessage, Present>): Present | undefined {
  const one = presentOne(field, compiled);
  if (!one) return undefined;
  if (field.fieldKind === "list") {
    return (value) => (value as JsonValue[]).map(one).filter((element) => element !== undefined);
  }
  if (field.fieldKind === "map") {
    return (value) => {
      const entries = Object.entries(value as JsonObject).map(
        ([key, element]) => [key, one(element)] as const,
      );
      return Object.fromEntries(entries.filter(([, element]) => element !== undefined)) as JsonObject;
    };
  }
  return one;
}

function presentOne(field: DescField, compiled: Map<DescMessage, Present>): Present | undefined {
  if (field.enum) {
    const words = new Set(field.enum.values.filter((value) => value.number !== 0).map((value) => value.name));
    return (value) => (typeof value === "string" && words.has(value) ? value : undefined);
  }
  return field.message ? presentMessage(field.message, compiled) : undefined;
}
