// Translates buf.validate rules to JSON Schema keywords, so that clients can check a request before they send it.
import {
  type Alternative,
  alternativesOf,
  type Comparison,
  compares,
  forbiddenPattern,
} from "../../rpc/rule-expressions.ts";
import { compact, type Json } from "./json.ts";
import { wholeNumbers } from "./whole-numbers.ts";

/** A CEL rule of a field or a message. */
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
  /** IGNORE_IF_ZERO_VALUE: an empty text counts as absent. The document does not mention this. */
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

/** Checks that the document can show every rule of a field. @throws Error for a limit that would be enforced but not published */
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

/** Returns the keywords of a scalar. A 64-bit integer is a JSON string: its pattern enforces the limits, extensions show them. */
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

/** Returns the patterns that a text must not match, for `not`. Not every implementation of `pattern` supports lookahead. */
function forbidden({ cel = [] }: FieldRules): Json | undefined {
  const [pattern, second] = cel.map(({ expression }) => ({ pattern: forbiddenPattern(expression) }));
  return second ? { anyOf: [pattern, second] } : pattern;
}

/** An alternative that JSON Schema can express. */
export type Expressible = Exclude<Alternative, Comparison | { kind: "unnamed" }>;

/**
 * Returns the rules about a whole message that JSON Schema can express, each as its alternatives. JSON Schema compares no members, and a
 * field mask is no member of the body: the comments of the fields say the other rules.
 * @throws Error for a rule of an unknown shape
 */
export function wholeRules({ cel = [] }: MessageRules, where: string): (readonly Expressible[])[] {
  return cel.flatMap(({ expression }) => {
    const alternatives = alternativesOf(expression);
    if (!alternatives) throw new Error(`${where}: ${expression} has no form in OpenAPI yet`);
    return alternatives.every(isExpressible) ? [alternatives] : [];
  });
}

const isExpressible = (alternative: Alternative): alternative is Expressible =>
  !compares(alternative) && alternative.kind !== "unnamed";

/** Returns the keywords of an array. */
export function listKeywords(rules: FieldRules): Json {
  return compact({
    minItems: count(rules.repeated?.minItems),
    maxItems: count(rules.repeated?.maxItems),
    uniqueItems: rules.repeated?.unique,
  });
}

/** Returns the keywords of a map. */
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
