import { type DescEnum, type DescField, ScalarType } from "@bufbuild/protobuf";
import { type Limits, limitsOf, limitWords, takesWord } from "../rpc/rule-limits.ts";
import type { JsonValue } from "../json/value.ts";
import type { TextKind } from "./codec.ts";
import type { ShapeReason } from "./violations.ts";

/** The fault of a value, or undefined when the value is valid. */
export type Verdict = readonly [ShapeReason, string] | undefined;
/** Checks one JSON value. */
export type ScalarCheck = (value: JsonValue) => Verdict;

/** Returns the JSON type of a value in words. */
function typeWord(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  const words = {
    boolean: "a boolean",
    number: "a number",
    string: "a string",
    object: "an object",
  } as const;
  return words[typeof value as keyof typeof words];
}

/** Returns WRONG_TYPE with the expected type and the type of the value. */
export function wrongType(wanted: string, value: JsonValue): Verdict {
  return ["WRONG_TYPE", `must be ${wanted}, not ${typeWord(value)}`];
}

const text: ScalarCheck = (value) => (typeof value === "string" ? undefined : wrongType("a string", value));
const truth: ScalarCheck = (value) =>
  typeof value === "boolean" ? undefined : wrongType("a boolean", value);

/** The message states the limits of the contract. The range of the wire type means nothing to a caller. */
function outOfRange(above: boolean, limits: Limits): Verdict {
  const limited = (above ? limits.most : limits.least) !== undefined;
  return ["OUT_OF_RANGE", limited ? `must be ${limitWords(limits)}` : `is too ${above ? "large" : "small"}`];
}

const integer =
  (min: number, max: number) =>
  (limits: Limits): ScalarCheck =>
  (value) => {
    if (typeof value !== "number") return wrongType("an integer", value);
    if (!Number.isInteger(value)) return ["WRONG_TYPE", "must be an integer"];
    return value < min || value > max ? outOfRange(value > max, limits) : undefined;
  };

/** Digits of the largest 64-bit number. */
const LONG_DIGITS = 20;

/** OpenAPI states a decimal string. A JSON number is accepted when a double holds it exactly (RFC 7493 section 2.2). */
const long =
  (min: bigint, max: bigint) =>
  (limits: Limits): ScalarCheck =>
  (value) => {
    // Adding zero turns -0 into 0.
    const digits = typeof value === "number" && Number.isSafeInteger(value) ? String(value + 0) : value;
    if (typeof digits !== "string") return wrongType("a decimal integer in a string", value);
    const [, sign, whole] = /^(-?)(0|[1-9]\d*)$/.exec(digits) ?? [];
    if (whole === undefined || digits === "-0") return ["WRONG_FORMAT", "must be a decimal integer"];
    if (whole.length > LONG_DIGITS) return outOfRange(sign === "", limits);
    const number = BigInt(digits);
    return number < min || number > max ? outOfRange(number > max, limits) : undefined;
  };

/** Accepts base64 with padding (RFC 4648 section 4), only in the canonical spelling of its bytes (section 3.5). */
const bytes: ScalarCheck = (value) => {
  if (typeof value !== "string") return wrongType("a base64 string", value);
  const same = Buffer.from(value, "base64").toString("base64") === value;
  return same ? undefined : ["WRONG_FORMAT", "must be base64 with padding (RFC 4648 section 4)"];
};

const firstMs = Date.parse("0001-01-01T00:00:00.000Z");
const lastMs = Date.parse("9999-12-31T23:59:59.999Z");

/** Accepts RFC 3339 with seconds, at most nanoseconds, and years 1 to 9999 in UTC. Refuses a day that the calendar does not have. */
export const timestampCheck: ScalarCheck = (value) => {
  if (typeof value !== "string") return wrongType("an RFC 3339 date-time string", value);
  const refused: Verdict = ["WRONG_FORMAT", "must be an RFC 3339 date-time, like 2026-01-15T09:30:00.000Z"];
  const parts =
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.exec(value);
  const local = Date.parse(`${parts?.[1]}Z`);
  const at = Date.parse(value);
  // NaN, for an invalid date, fails both comparisons.
  if (Number.isNaN(local) || !(at >= firstMs && at <= lastMs)) return refused;
  return new Date(local).toISOString().slice(0, 19) === parts?.[1] ? undefined : refused;
};

/** Accepts names in lowerCamelCase, separated by commas (ProtoJSON, FieldMask). The core judges which fields these are. */
export const fieldMaskCheck: ScalarCheck = (value) => {
  if (typeof value !== "string") return wrongType("a string", value);
  const isMask = /^([a-z][A-Za-z0-9]*(,[a-z][A-Za-z0-9]*)*)?$/.test(value);
  return isMask
    ? undefined
    : ["WRONG_FORMAT", 'must be names of members, separated by commas, like "name,metadata"'];
};

/**
 * Makes the check of an enum's words. The zero value means "not given" and has no word. The message lists the words that the field accepts.
 */
export function word(field: DescField, desc: DescEnum): ScalarCheck {
  const known = new Set(desc.values.filter(({ number }) => number !== 0).map(({ name }) => name));
  const taken = desc.values.filter(({ number }) => takesWord(field, number)).map(({ name }) => name);
  return (value) => {
    if (typeof value !== "string") return wrongType("a string", value);
    return known.has(value) ? undefined : ["UNKNOWN_VALUE", `must be one of: ${taken.join(", ")}`];
  };
}

const long64 = long(-(2n ** 63n), 2n ** 63n - 1n);
const ulong64 = long(0n, 2n ** 64n - 1n);
const int32 = integer(-(2 ** 31), 2 ** 31 - 1);
const uint32 = integer(0, 2 ** 32 - 1);

const scalars: Partial<Record<ScalarType, readonly [(limits: Limits) => ScalarCheck, TextKind | undefined]>> =
  {
    [ScalarType.STRING]: [() => text, "string"],
    [ScalarType.BOOL]: [() => truth, "boolean"],
    [ScalarType.INT32]: [int32, "integer"],
    [ScalarType.SINT32]: [int32, "integer"],
    [ScalarType.SFIXED32]: [int32, "integer"],
    [ScalarType.UINT32]: [uint32, undefined],
    [ScalarType.FIXED32]: [uint32, undefined],
    [ScalarType.INT64]: [long64, "long"],
    [ScalarType.SINT64]: [long64, "long"],
    [ScalarType.SFIXED64]: [long64, "long"],
    [ScalarType.UINT64]: [ulong64, "long"],
    [ScalarType.FIXED64]: [ulong64, "long"],
    [ScalarType.BYTES]: [() => bytes, undefined],
  };

/**
 * Returns the check of a scalar type and its text form in a path or a query.
 * @param field the field whose limits the message of a refusal states
 * @throws Error for floating point, which the contract does not have.
 */
export function scalar(type: ScalarType, field?: DescField): readonly [ScalarCheck, TextKind | undefined] {
  const found = scalars[type];
  if (!found) throw new Error(`${ScalarType[type]} is not allowed in the contract`);
  const [check, textKind] = found;
  return [check(field ? limitsOf(field) : unlimited), textKind];
}

const unlimited: Limits = { least: undefined, most: undefined };
