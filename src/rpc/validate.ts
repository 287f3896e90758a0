import { type DescField, type DescMessage, fromBinary, getOption, type Message } from "@bufbuild/protobuf";
import {
  isReflectList,
  isReflectMessage,
  type Path,
  reflect,
  type ReflectMessage,
} from "@bufbuild/protobuf/reflect";
import { createValidator, type Violation as RuleViolation } from "@bufbuild/protovalidate";
import { message as messageRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import type { Operation } from "../../gen/rest/operations.ts";
import { messageOf, registry } from "./contract.ts";
import { alone, Failure, type Violation } from "./failure.ts";
import { compileRules } from "./field-rules.ts";
import { lostKeysOf } from "./map-keys.ts";
import { type Alternative, alternativesOf, compares, fieldAsked } from "./rule-expressions.ts";
import { ruleWords } from "./rule-words.ts";
import { maskCheck } from "./update-mask.ts";

const validator = createValidator({ registry });

/** Makes the validator of an operation: the field mask, if the operation has one, then the rules, which may compare fields with the mask. */
export function requestValidator(operation: Operation): (request: unknown, bytes: Uint8Array) => void {
  const checkRules = ruleValidator(operation);
  const checkMask = maskCheck(operation);
  if (!checkMask) return checkRules;
  return (request, bytes) => {
    checkMask(request);
    checkRules(request, bytes);
  };
}

/** Makes the validator of the field rules. It skips `validateRequest` when the decoded request is certainly valid. */
function ruleValidator(operation: Operation): (request: unknown, bytes: Uint8Array) => void {
  const schema = messageOf(operation.request);
  const keepsRules = compileRules(schema);
  const lostKeys = lostKeysOf(schema);
  return (request, bytes) => {
    if (lostKeys) requireNone(lostKeys(bytes));
    if (!keepsRules?.(request)) validateRequest(operation, bytes);
  };
}

/**
 * Checks an encoded request against the field rules of the contract (buf.validate), the same for REST and gRPC.
 *
 * @throws Failure INVALID_ARGUMENT with every violation
 */
function validateRequest(operation: Operation, bytes: Uint8Array): void {
  requireNone(violationsOf(messageOf(operation.request), bytes));
}

/** @throws Failure INVALID_ARGUMENT with every violation */
function requireNone(violations: readonly Violation[]): void {
  const [first] = violations;
  if (!first) return;
  throw new Failure(first.reason, {
    violations,
    message: violations.length === 1 ? alone(first) : `${violations.length} fields are not valid.`,
  });
}

/**
 * Makes a check for elements of a list that are checked one by one, because the rules of the list itself do not cover them.
 *
 * @param encode the encoder of an element
 * @returns a function that returns the violations of a decoded element, with field paths inside the element
 */
export function elementRules<T>(
  typeName: string,
  encode: (element: T) => Uint8Array,
): (element: T) => readonly Violation[] {
  const schema = messageOf(typeName);
  const keepsRules = compileRules(schema);
  return (element) => (keepsRules?.(element) ? [] : violationsOf(schema, encode(element)));
}

function violationsOf(schema: DescMessage, bytes: Uint8Array): Violation[] {
  const message = decode(schema, bytes);
  const result = validator.validate(schema, message);
  if (result.kind === "valid") return [];
  if (result.kind === "error") throw new Failure("INTERNAL", { cause: result.error });
  const broken = result.violations.filter(
    (violation) => !isConsequence(violation, result.violations, schema),
  );
  return broken.map((violation) => toViolation(violation, message));
}

/** Tells whether a rule compares fields of which one is not valid by itself, so that only the other violation helps the caller. */
function isConsequence(
  violation: RuleViolation,
  all: readonly RuleViolation[],
  schema: DescMessage,
): boolean {
  const message = violation.field.findLast((part) => part.kind === "field")?.message ?? schema;
  const compared = alternativesBehind(violation, message).filter(compares);
  if (compared.length === 0) return false;
  const inside = violation.field.length === 0 ? [] : [pathOf(violation.field)];
  const names = compared
    .flatMap(({ path, other }) => [path, other])
    .map((path) => [...inside, ...path].join("."));
  const invalid = all.filter((each) => each !== violation).map(({ field }) => pathOf(field));
  return names.some((name) => invalid.some((field) => name === field || name.startsWith(`${field}.`)));
}

function decode(schema: DescMessage, bytes: Uint8Array): Message {
  try {
    return fromBinary(schema, bytes);
  } catch (cause) {
    throw new Failure("MALFORMED_MESSAGE", {
      message: "The request cannot be decoded.",
      cause,
    });
  }
}

function toViolation(violation: RuleViolation, message: Message): Violation {
  if (isMissing(violation, message))
    return { field: pathOf(violation.field), message: "It is required.", reason: "REQUIRED" };
  const last = violation.field.at(-1);
  if (last?.kind === "oneof") return choiceMissing(pathOf(violation.field.slice(0, -1)), last.fields);
  return { field: pathOf(violation.field) || askedBy(violation, message), ...ruleWords(violation) };
}

/**
 * Returns the violation for an empty oneof. JSON has no name for a oneof, so the violation names the object that lacks a choice. For the
 * request itself, the violation names the first choice.
 */
function choiceMissing(parent: string, fields: readonly DescField[]): Violation {
  const names = fields.map(({ jsonName }) => jsonName).join(", ");
  const reason = "REQUIRED" as const;
  return parent === ""
    ? { field: fields[0]?.name ?? "", message: `Exactly one is required of: ${names}.`, reason }
    : { field: parent, message: `It needs exactly one of: ${names}.`, reason };
}

/** Returns the field to name for a rule about the whole request: a field that the caller may have forgotten. */
function askedBy(violation: RuleViolation, message: Message): string {
  return fieldAsked(alternativesBehind(violation, messageOf(message.$typeName)));
}

/** Returns the alternatives of the rule about a whole message that is broken; none for another rule. */
function alternativesBehind({ ruleId }: RuleViolation, message: DescMessage): readonly Alternative[] {
  const { cel } = getOption(message, messageRules);
  return alternativesOf(cel.find(({ id }) => id === ruleId)?.expression ?? "") ?? [];
}

const pathOf = (path: Path): string => path.map(partOf).join("").replace(/^\./, "");

function partOf(part: Path[number]): string {
  if (part.kind === "list_sub") return `[${part.index}]`;
  if (part.kind === "map_sub") return `[${JSON.stringify(String(part.key))}]`;
  return `.${part.name}`;
}

/**
 * Tells whether a violation is about a missing field. A rule about an empty text or list counts as "missing" unless the field has explicit
 * presence and is set.
 */
function isMissing({ field, ruleId }: RuleViolation, message: Message): boolean {
  const last = field.at(-1);
  if (last?.kind !== "field") return false;
  if (ruleId === "required") return true;
  const parent = parentOf(field, message);
  if (parent === undefined || parent.isSet(last)) return false;
  const value = parent.get(last);
  return value === "" || (isReflectList(value) && value.size === 0);
}

/** Returns the message that has the last field of a path. Returns undefined for a path through a map. */
function parentOf(path: Path, message: Message): ReflectMessage | undefined {
  let at: unknown = reflect(messageOf(message.$typeName), message);
  for (const part of path.slice(0, -1)) {
    if (part.kind === "field" && isReflectMessage(at)) at = at.get(part);
    else if (part.kind === "list_sub" && isReflectList(at)) at = at.get(part.index);
    else return undefined;
  }
  return isReflectMessage(at) ? at : undefined;
}
