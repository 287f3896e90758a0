// Messages about broken field rules: plain English with the form or the limit, without patterns or wire numbers.
import { type DescEnum, type DescField, getOption, type Message } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Violation as RuleViolation } from "@bufbuild/protovalidate";
import {
  field as fieldRules,
  FieldRulesSchema,
  type MapRules,
  type RepeatedRules,
  type StringRules,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { type ErrorReason, reasons } from "../../gen/errors/catalogue.ts";
import { registry } from "./contract.ts";
import { limitsOf, limitWords, takesWord } from "./rule-limits.ts";

/** ENUM_WORDS_UPPER of pda.api.v1. */
const upperWords = 2;

const forms = readForms();

/** Reads the plain-English form of each pattern in the contract. */
function readForms(): ReadonlyMap<string, string> {
  const extension = registry.getExtension("pda.api.v1.forms");
  if (!extension) throw new Error("the contract lacks the option pda.api.v1.forms; run make generate");
  const all = [...registry.files].flatMap(
    (file) => getOption(file, extension) as { pattern: string; expected: string }[],
  );
  return new Map(all.map(({ pattern, expected }) => [pattern, expected]));
}

/** Returns the form of a pattern in words that follow "must be". @returns undefined when the contract describes no form */
function formOf(pattern: string): string | undefined {
  const prefix = /^\^([a-z]{3})_\[0-7\]/.exec(pattern)?.[1];
  return prefix === undefined ? forms.get(pattern) : `an identifier ${prefix}_…`;
}

/** Returns the message and the reason of a violation. */
export function ruleWords(violation: RuleViolation): { message: string; reason: ErrorReason } {
  const reason = reasonOf(violation);
  // A CEL rule, of a field or of the whole message, has its own message.
  if (isCel(violation)) return { message: violation.message, reason };
  const field = violation.field.findLast((part) => part.kind === "field");
  const rules = field && rulesBehind(violation, field);
  if (violation.ruleId === "string.pattern" && rules) {
    const { pattern } = rules as StringRules;
    const isIdentifier = /^\^[a-z]{3}_\[/.test(pattern);
    const message = `It must be ${formOf(pattern) ?? "in the expected format"}.`;
    return { message, reason: isIdentifier ? "IDENTIFIER_FORM" : reason };
  }
  return {
    message: (field && rules && wordsOf(violation.ruleId, rules, field)) ?? "It is not valid.",
    reason,
  };
}

/** Tells whether a rule is CEL, of a field or of a whole message, which is no rule of its field. */
const isCel = ({ field, rule }: RuleViolation): boolean =>
  field.length === 0 ||
  rule.length === 0 ||
  rule.some((part) => part.kind === "field" && part.name === "cel");

/** Returns the reason for a broken rule: of a CEL rule its id, in upper case. @throws Error when the catalogue lacks that reason */
function reasonOf(violation: RuleViolation): ErrorReason {
  const { ruleId } = violation;
  if (isCel(violation)) return listed(ruleId.toUpperCase());
  const [kind, rule = ""] = ruleId.split(".");
  if (kind === "enum") return "UNKNOWN_VALUE";
  if (kind === "string" && rule.endsWith("len")) return "WRONG_LENGTH";
  if (rule === "unique") return "REPEATED";
  if (kind === "repeated" || kind === "map") return "WRONG_COUNT";
  return kind === "string" ? "WRONG_FORMAT" : "OUT_OF_RANGE";
}

function listed(word: string): ErrorReason {
  if (!Object.hasOwn(reasons, word)) throw new Error(`the rule ${word} has no ErrorReason`);
  return word as ErrorReason;
}

/** Returns the rules that contain a broken rule, e.g. StringRules of the items of a list. */
function rulesBehind({ rule }: RuleViolation, field: DescField): Message | undefined {
  let at: unknown = reflect(FieldRulesSchema, getOption(field, fieldRules));
  for (const part of rule.slice(0, -1)) if (part.kind === "field") at = (at as ReflectMessage).get(part);
  return (at as Partial<ReflectMessage> | undefined)?.message;
}

function wordsOf(ruleId: string, rules: Message, field: DescField): string | undefined {
  const [kind, rule = ""] = ruleId.split(".");
  switch (kind) {
    case "string":
      return textWords(rule, rules as StringRules);
    case "int32":
    case "uint32":
    case "int64":
      return `It must be ${limitWords(limitsOf(field))}.`;
    case "enum":
      return field.enum && `It must be one of: ${allowedWords(field, field.enum).join(", ")}.`;
    case "repeated":
      return listWords(rule, rules as RepeatedRules);
    case "map":
      return `It must have ${span((rules as MapRules).minPairs, (rules as MapRules).maxPairs)} members.`;
    default:
      return undefined;
  }
}

function textWords(rule: string, { const: only, minLen, maxLen }: StringRules): string {
  if (rule === "const") return `It must be "${only}".`;
  if (minLen === 1n && rule === "min_len") return "It must not be empty.";
  return `It must have ${span(minLen, maxLen)} characters.`;
}

function listWords(rule: string, { minItems, maxItems }: RepeatedRules): string {
  if (rule === "unique") return "It must not have the same item twice.";
  return `It must have ${span(minItems, maxItems)} items.`;
}

function span(least: bigint, most: bigint): string {
  if (least === 0n) return `at most ${most}`;
  return most === 0n ? `at least ${least}` : `${least} to ${most}`;
}

/** Returns the JSON words of the enum values that the field accepts. */
function allowedWords(field: DescField, desc: DescEnum): string[] {
  const words = registry.getExtension("pda.api.v1.words");
  const upper = words !== undefined && getOption(desc, words) === upperWords;
  return desc.values
    .filter(({ number }) => takesWord(field, number))
    .map(({ localName }) => (upper ? localName.toUpperCase() : localName.toLowerCase()));
}
