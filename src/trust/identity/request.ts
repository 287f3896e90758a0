import { isObject, type JsonValue, type JsonObject, member } from "../../json/value.ts";
import { elementAt } from "../sd-jwt/payload.ts";
import type { RequestReason } from "./check.ts";

/** The expected value of one claim. */
export type ClaimExpectation =
  | { readonly kind: "present" }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "text_in"; readonly values: readonly string[] };

/** One condition on a claim. */
interface ClaimCondition {
  /**
   * The path to the claim from the top level, as names of members. In an array, the index of an element in what the issuer signed, or `*`
   * for all elements.
   * One value that meets the expectation suffices.
   */
  readonly path: readonly string[];
  readonly expected: ClaimExpectation;
}

/** The requirements on a credential. */
export interface IdentityRequest {
  /** The accepted values of the credential's `vct`. */
  readonly acceptedTypes: readonly string[];
  readonly conditions: readonly ClaimCondition[];
}

const INDEX = /^(0|[1-9][0-9]{0,4})$/;

/** Checks the processed claims of a credential against a request. Returns the first problem, or undefined. */
export function requestProblem(
  claims: JsonObject,
  { acceptedTypes, conditions }: IdentityRequest,
): RequestReason | undefined {
  const type = member(claims, "vct");
  if (typeof type !== "string" || !acceptedTypes.includes(type)) return "CREDENTIAL_TYPE_NOT_ACCEPTED";
  const asked = conditions.map(({ path, expected }) => ({ expected, found: selected(claims, path) }));
  if (asked.some(({ found }) => found.length === 0)) return "CLAIM_MISSING";
  return asked.every(({ expected, found }) => found.some((value) => fits(value, expected)))
    ? undefined
    : "CLAIM_DIFFERENT";
}

/** Returns the values at the end of a path. A `null` value counts as absent. */
function selected(value: JsonValue, path: readonly string[]): readonly JsonValue[] {
  const [step, ...rest] = path;
  if (step === undefined) return value === null ? [] : [value];
  if (isObject(value)) {
    const next = member(value, step);
    return next === undefined ? [] : selected(next, rest);
  }
  if (!Array.isArray(value)) return [];
  if (step === "*") return value.flatMap((element) => selected(element, rest));
  const element = INDEX.test(step) ? elementAt(value, Number(step)) : undefined;
  return element === undefined ? [] : selected(element, rest);
}

function fits(value: JsonValue, expected: ClaimExpectation): boolean {
  if (expected.kind === "present") return true;
  if (expected.kind === "boolean") return value === expected.value;
  return typeof value === "string" && expected.values.includes(value);
}
