// The shapes of CEL expressions in the contract's rules, for code that does not evaluate CEL: the compiled field rules and the OpenAPI
// document. Any other shape is an error in the contract, which the generator reports.

/** Returns the pattern that a text must not match: `!this.matches('…')`. */
export function forbiddenPattern(expression: string): string | undefined {
  return /^!this\.matches\('([^'\\]+)'\)$/.exec(expression)?.[1];
}

/** A field: the path of proto names from the message that has the rule. */
export type FieldPath = readonly string[];

/** One of the ways to keep a rule about a message. */
export type Alternative =
  /** The field is present: `has(this.a.b)`. */
  | { readonly kind: "given"; readonly path: FieldPath }
  /** The field is absent: `!has(this.a)`. */
  | { readonly kind: "absent"; readonly path: FieldPath }
  /** An enum has this value: `this.a.b == 2`. */
  | { readonly kind: "is"; readonly path: FieldPath; readonly value: number }
  /** A list of enum values lacks this value: `!(1 in this.a)`. */
  | { readonly kind: "lacks"; readonly path: FieldPath; readonly value: number }
  /** A field mask does not name this field: `!('b' in this.a.paths)`. */
  | { readonly kind: "unnamed"; readonly path: FieldPath; readonly name: string }
  /** A text matches: `this.a.matches('…')`. */
  | { readonly kind: "matches"; readonly path: FieldPath; readonly pattern: string }
  | Comparison;

/** An alternative that compares a field with another. */
export interface Comparison {
  /**
   * - `differs`: two texts differ, `this.a != this.b`
   * - `begins`: a text begins with another and a colon, `this.a.startsWith(this.b + ':')`
   * - `later`, `notEarlier`: of two times, `this.a > this.b`, `this.a >= this.b`
   */
  readonly kind: "differs" | "begins" | "later" | "notEarlier";
  readonly path: FieldPath;
  readonly other: FieldPath;
}

const comparisons = [
  [/^this\.([a-z0-9_.]+) != this\.([a-z0-9_.]+)$/, "differs"],
  [/^this\.([a-z0-9_.]+)\.startsWith\(this\.([a-z0-9_.]+) \+ ':'\)$/, "begins"],
  [/^this\.([a-z0-9_.]+) > this\.([a-z0-9_.]+)$/, "later"],
  [/^this\.([a-z0-9_.]+) >= this\.([a-z0-9_.]+)$/, "notEarlier"],
] as const;

/** Returns the alternatives of a rule about a whole message, which are separated by `||`. At least one must hold. */
export function alternativesOf(expression: string): readonly Alternative[] | undefined {
  const alternatives = expression.split(" || ").map(alternativeOf);
  return alternatives.every((alternative) => alternative !== undefined) ? alternatives : undefined;
}

function alternativeOf(text: string): Alternative | undefined {
  const [, not, present] = /^(!?)has\(this\.([a-z0-9_.]+)\)$/.exec(text) ?? [];
  if (present !== undefined) return { kind: not === "" ? "given" : "absent", path: present.split(".") };
  const [, is, value] = /^this\.([a-z0-9_.]+) == (\d+)$/.exec(text) ?? [];
  if (is !== undefined) return { kind: "is", path: is.split("."), value: Number(value) };
  const [, member, list] = /^!\((\d+) in this\.([a-z0-9_]+)\)$/.exec(text) ?? [];
  if (list !== undefined) return { kind: "lacks", path: [list], value: Number(member) };
  const [, name, mask] = /^!\('([a-z0-9_]+)' in this\.([a-z0-9_]+)\.paths\)$/.exec(text) ?? [];
  if (name !== undefined && mask !== undefined) return { kind: "unnamed", path: [mask], name };
  const [, matched, pattern] = /^this\.([a-z0-9_.]+)\.matches\('([^'\\]+)'\)$/.exec(text) ?? [];
  if (matched !== undefined && pattern !== undefined)
    return { kind: "matches", path: matched.split("."), pattern };
  for (const [form, kind] of comparisons) {
    const [, path, other] = form.exec(text) ?? [];
    if (path !== undefined && other !== undefined)
      return { kind, path: path.split("."), other: other.split(".") };
  }
  return undefined;
}

/** Returns the field to name when a rule about a message is broken: the first field whose presence would keep the rule, or the first of all. */
export function fieldAsked(alternatives: readonly Alternative[]): string {
  const asked = alternatives.find(({ kind }) => kind === "given") ?? alternatives[0];
  return asked?.path.join(".") ?? "";
}

/** Tells whether an alternative compares two fields. Only then is the rule about their values. */
export function compares(alternative: Alternative): alternative is Comparison {
  return "other" in alternative;
}
