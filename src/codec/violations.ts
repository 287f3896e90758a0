import { Failure, type Violation } from "../rpc/failure.ts";

/** Limits how many faults an answer lists, so that the answer stays small for every request. */
const VIOLATIONS_MAX = 20;
const NAME_SHOWN_MAX = 100;

/** Why a JSON value is not valid for its field. */
export type ShapeReason =
  | "UNKNOWN_MEMBER"
  | "WRONG_TYPE"
  | "OUT_OF_RANGE"
  | "UNKNOWN_VALUE"
  | "WRONG_FORMAT"
  | "CONFLICT";

/** Collects the faults of one request; `field` is a path of JSON names. */
export class Violations {
  readonly #found: Violation[] = [];

  add(field: string, reason: ShapeReason, message: string): void {
    if (this.#found.length < VIOLATIONS_MAX) this.#found.push({ field, reason, message });
  }

  get full(): boolean {
    return this.#found.length === VIOLATIONS_MAX;
  }

  /** @throws Failure INVALID_ARGUMENT when a fault was added. */
  refuse(): void {
    if (this.#found.length > 0) throw invalid(this.#found);
  }
}

/** Returns INVALID_ARGUMENT for these faults. The failure takes the reason of the first fault, and the message of a single fault. */
export function invalid(violations: readonly Violation[]): Failure {
  const [first] = violations;
  if (!first) throw new RangeError("a refusal needs a fault");
  return new Failure(first.reason, {
    ...(violations.length === 1 ? { message: first.message } : {}),
    violations,
  });
}

/** Shortens a name from the request for display in a message. */
export function shown(name: string): string {
  return name.length > NAME_SHOWN_MAX ? `${name.slice(0, NAME_SHOWN_MAX)}…` : name;
}

export function memberPath(parent: string, name: string): string {
  return parent === "" ? shown(name) : `${parent}.${shown(name)}`;
}
