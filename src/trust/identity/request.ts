import { isObject, type JsonValue, type JsonObject, member } from "../../json/value.ts";
import type { RequestReason } from "./check.ts";

/** What is asked of one claim. */
export type ClaimExpectation =
  | { readonly kind: "present" }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "text_in"; readonly values: readonly string[] };

/** One question. */
interface ClaimCondition {
  /**
   * The way to the claim from the top: names of members; in an array, the number of an element or `*` for all of them. One value that
   * is as expected suffices.
   */
  readonly path: readonly string[];
  readonly expected: ClaimExpectation;
}

/** What a credential is to show. */
export interface IdentityRequest {
  /** Values of `vct`, one of which the credential must have. */
  readonly acceptedTypes: readonly string[];
  readonly conditions: readonly ClaimCondition[];
}

const INDEX = /^(0|[1-9][0-9]{0,4})$/;

/** Whether the claims of a credential, processed, are what is asked for; the first reason why not. */
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

/** The values at the end of a path; `null` is not shown. */
function selected(value: JsonValue, path: readonly string[]): readonly JsonValue[] {
  const [step, ...rest] = path;
  if (step === undefined) return value === null ? [] : [value];
  if (isObject(value)) {
    const next = member(value, step);
    return next === undefined ? [] : selected(next, rest);
  }
  if (!Array.isArray(value)) return [];
  if (step === "*") return value.flatMap((element) => selected(element, rest));
  const element = INDEX.test(step) ? value[Number(step)] : undefined;
  return element === undefined ? [] : selected(element, rest);
}

function fits(value: JsonValue, expected: ClaimExpectation): boolean {
  if (expected.kind === "present") return true;
  if (expected.kind === "boolean") return value === expected.value;
  return typeof value === "string" && expected.values.includes(value);
}
