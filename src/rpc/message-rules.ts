// Compiles rules about a whole message to plain checks of decoded messages. Like the checks of fields (field-rules.ts), they only recognise
// messages that certainly keep the rules.
import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import type { Timestamp } from "../../gen/ts/google/protobuf/timestamp.ts";
import { type Alternative, alternativesOf, compares, type FieldPath } from "./rule-expressions.ts";

/** A message as ts-proto decodes it. */
export type Decoded = Readonly<Record<string, unknown>>;

/** Returns true when a decoded message keeps a rule. */
type MessageCheck = (message: Decoded) => boolean;

/** A field of a message or of a message inside it, and the function that reads its value from the decoded message. */
interface Reached {
  readonly field: DescField;
  readonly read: (message: Decoded) => unknown;
}

/** Compiles the CEL expressions of a message. @returns undefined when an expression is not supported here */
export function compileExpressions(
  schema: DescMessage,
  expressions: readonly string[],
): MessageCheck | undefined {
  const checks: MessageCheck[][] = [];
  for (const expression of expressions) {
    const any = alternativesOf(expression)?.map((alternative) => checkOf(schema, alternative));
    if (!any?.every((check) => check !== undefined)) return undefined;
    checks.push(any);
  }
  return (message) => checks.every((any) => any.some((check) => check(message)));
}

function checkOf(schema: DescMessage, alternative: Alternative): MessageCheck | undefined {
  const reached = reach(schema, alternative.path);
  if (!reached) return undefined;
  const { field, read } = reached;
  if (compares(alternative)) return comparisonOf(alternative.kind, reached, reach(schema, alternative.other));
  switch (alternative.kind) {
    case "given":
      return hasPlainPresence(field) ? (message) => isGiven(read(message)) : undefined;
    case "absent":
      return hasPlainPresence(field) ? (message) => !isGiven(read(message), field.presence) : undefined;
    case "is":
      return field.fieldKind === "enum" ? (message) => (read(message) ?? 0) === alternative.value : undefined;
    case "matches": {
      const pattern = new RegExp(alternative.pattern, "u");
      return isText(field) ? (message) => pattern.test(textOf(read(message))) : undefined;
    }
    default:
      return undefined;
  }
}

function comparisonOf(
  kind: "differs" | "begins" | "later" | "notEarlier",
  { field, read }: Reached,
  other: Reached | undefined,
): MessageCheck | undefined {
  if (!other) return undefined;
  const [areTexts, areTimes] = [isText, isTime].map((is) => is(field) && is(other.field));
  switch (kind) {
    case "differs":
      return areTexts ? (message) => textOf(read(message)) !== textOf(other.read(message)) : undefined;
    case "begins":
      return areTexts
        ? (message) => textOf(read(message)).startsWith(`${textOf(other.read(message))}:`)
        : undefined;
    case "later":
      return areTimes ? (message) => between(other.read(message), read(message)) > 0 : undefined;
    case "notEarlier":
      return areTimes ? (message) => between(other.read(message), read(message)) >= 0 : undefined;
  }
}

/** Returns a field by its path. */
function reach(schema: DescMessage, [name, ...rest]: FieldPath): Reached | undefined {
  const field = schema.fields.find((each) => each.name === name);
  if (!field) return undefined;
  const { localName, oneof } = field;
  const read = (message: Decoded): unknown => {
    if (!oneof) return message[localName];
    const chosen = message[oneof.localName] as { $case: string; value: unknown } | undefined;
    return chosen?.$case === localName ? chosen.value : undefined;
  };
  if (rest.length === 0) return { field, read };
  const inside = field.fieldKind === "message" ? reach(field.message, rest) : undefined;
  return (
    inside && {
      field: inside.field,
      read: (message) => {
        const value = read(message);
        return value === undefined ? undefined : inside.read(value as Decoded);
      },
    }
  );
}

/** Tells whether presence is simple: a field is present unless it is undefined or, without presence of its own, an empty text. */
const hasPlainPresence = (field: DescField): boolean => field.fieldKind === "message" || isText(field);

function isGiven(value: unknown, presence?: FeatureSet_FieldPresence): boolean {
  if (value === undefined) return false;
  return value !== "" || presence === FeatureSet_FieldPresence.EXPLICIT;
}

const isText = (field: DescField): boolean =>
  field.fieldKind === "scalar" && field.scalar === ScalarType.STRING;

const isTime = (field: DescField): boolean =>
  field.fieldKind === "message" && field.message.typeName === "google.protobuf.Timestamp";

const textOf = (value: unknown): string => (value ?? "") as string;

/** Returns a number above zero when the second time is later, 0 when the times are the same; NaN, which keeps no rule, without a time. */
function between(first: unknown, second: unknown): number {
  if (first === undefined || second === undefined) return Number.NaN;
  const [a, b] = [first as Timestamp, second as Timestamp];
  return Number(b.seconds - a.seconds) || b.nanos - a.nanos;
}
