import { Failure, type Violation } from "../../rpc/failure.ts";

/** More faults than this are not listed: the answer stays small whatever is sent. */
const VIOLATIONS_MAX = 20;
const NAME_SHOWN_MAX = 100;

/** Why a JSON value does not fit its field. */
export type ShapeReason =
  | "UNKNOWN_MEMBER"
  | "WRONG_TYPE"
  | "OUT_OF_RANGE"
  | "UNKNOWN_VALUE"
  | "WRONG_FORMAT"
  | "CONFLICT";

/** Collects what is wrong with one request; `field` is a path of JSON names. */
export class Violations {
  readonly #found: Violation[] = [];

  add(field: string, reason: ShapeReason, message: string): void {
    if (this.#found.length < VIOLATIONS_MAX) this.#found.push({ field, reason, message });
  }

  get full(): boolean {
    return this.#found.length === VIOLATIONS_MAX;
  }

  /** @throws Failure INVALID_ARGUMENT when anything was found. */
  refuse(): void {
    const [first] = this.#found;
    if (first) throw invalid(this.#found);
  }
}

/** INVALID_ARGUMENT for these faults; the first one's reason and message stand for the whole. */
export function invalid(violations: readonly Violation[]): Failure {
  const [first] = violations;
  return new Failure("INVALID_ARGUMENT", {
    ...(violations.length === 1 && first ? { message: first.message } : {}),
    ...(first ? { reason: first.reason } : {}),
    violations,
  });
}

/** A name that a caller made up, fit to be shown again. */
export function shown(name: string): string {
  return name.length > NAME_SHOWN_MAX ? `${name.slice(0, NAME_SHOWN_MAX)}…` : name;
}

/** Path of a member. */
export function memberPath(parent: string, name: string): string {
  return parent === "" ? shown(name) : `${parent}.${shown(name)}`;
}
