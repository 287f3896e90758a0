// buf.validate rules as JSON Schema keywords, so that a client can know before it asks.
import { type Alternative, alternativesOf, forbiddenPattern } from "../../rpc/rule-expressions.ts";
import { compact, type Json } from "./json.ts";
import { wholeNumbers } from "./whole-numbers.ts";

/** A rule in CEL, of a field or of a message. */
interface CelRule {
  expression: string;
}

/** The rules of `buf.validate.message` that the contract uses. */
export interface MessageRules {
  cel?: CelRule[];
}

/** The rules of `buf.validate.field` that the contract uses, as protobuf JSON. */
export interface FieldRules {
  required?: boolean;
  /** IGNORE_IF_ZERO_VALUE: the empty text counts as none, which the document does not advertise. */
  ignore?: string;
  string?: { const?: string; pattern?: string; minLen?: string; maxLen?: string };
  int32?: { gte?: number; lte?: number };
  uint32?: { gte?: number; lte?: number };
  int64?: { gte?: string; lte?: string };
  enum?: { definedOnly?: boolean; notIn?: number[] };
  cel?: CelRule[];
  repeated?: { minItems?: string; maxItems?: string; unique?: boolean; items?: FieldRules };
  map?: { minPairs?: string; maxPairs?: string; keys?: FieldRules; values?: FieldRules };
}

const known: Record<Exclude<keyof FieldRules, "cel">, readonly string[]> = {
  required: [],
  ignore: [],
  string: ["const", "pattern", "minLen", "maxLen"],
  int32: ["gte", "lte"],
  uint32: ["gte", "lte"],
  int64: ["gte", "lte"],
  enum: ["definedOnly", "notIn"],
  repeated: ["minItems", "maxItems", "unique", "items"],
  map: ["minPairs", "maxPairs", "keys", "values"],
};

/** Throws on a rule that the document would not show: a limit that is enforced but not published. */
export function assertKnown({ cel = [], ...rules }: FieldRules, where: string): void {
  for (const { expression } of cel)
    if (forbiddenPattern(expression) === undefined)
      throw new Error(`${where}: ${expression} has no form in OpenAPI yet`);
  for (const [kind, rule] of Object.entries(rules)) {
    const members = known[kind as keyof typeof known];
    if (!members) throw new Error(`${where}: buf.validate rule ${kind} has no form in OpenAPI yet`);
    if (typeof rule !== "object") continue;
    for (const member of Object.keys(rule))
      if (!members.includes(member))
        throw new Error(`${where}: buf.validate rule ${kind}.${member} has no form in OpenAPI yet`);
  }
}

/** Keywords of a scalar. A 64-bit integer is a string in JSON: its limits are in its pattern, and for people in extensions. */
export function scalarKeywords(rules: FieldRules): Json {
  const number = rules.int32 ?? rules.uint32;
  return compact({
    const: rules.string?.const,
    pattern: rules.string?.pattern ?? withinLimits(rules.int64),
    not: forbidden(rules),
    minLength: count(rules.string?.minLen),
    maxLength: count(rules.string?.maxLen),
    minimum: number?.gte,
    maximum: number?.lte,
    "x-minimum": rules.int64?.gte,
    "x-maximum": rules.int64?.lte,
  });
}

function withinLimits({ gte, lte }: NonNullable<FieldRules["int64"]> = {}): string | undefined {
  if (gte === undefined || lte === undefined || gte.startsWith("-")) return undefined;
  return wholeNumbers(BigInt(gte), BigInt(lte));
}

/** What a text must not match. JSON Schema has no other way to say it that every implementation of patterns understands. */
function forbidden({ cel = [] }: FieldRules): Json | undefined {
  const [pattern, second] = cel.map(({ expression }) => ({ pattern: forbiddenPattern(expression) }));
  return second ? { anyOf: [pattern, second] } : pattern;
}

/** The rules about a message as a whole, each with what keeps it. @throws Error for a rule that the document would not show */
export function wholeRules({ cel = [] }: MessageRules, where: string): (readonly Alternative[])[] {
  return cel.map(({ expression }) => {
    const alternatives = alternativesOf(expression);
    if (!alternatives) throw new Error(`${where}: ${expression} has no form in OpenAPI yet`);
    return alternatives;
  });
}

/** Keywords of an array. */
export function listKeywords(rules: FieldRules): Json {
  return compact({
    minItems: count(rules.repeated?.minItems),
    maxItems: count(rules.repeated?.maxItems),
    uniqueItems: rules.repeated?.unique,
  });
}

/** Keywords of a map. */
export function mapKeywords(rules: FieldRules): Json {
  const names = rules.map?.keys && scalarKeywords(rules.map.keys);
  return compact({
    minProperties: count(rules.map?.minPairs),
    maxProperties: count(rules.map?.maxPairs),
    propertyNames: names,
  });
}

function count(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
