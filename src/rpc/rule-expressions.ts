// The shapes of CEL expressions in the contract's rules, for code that does not evaluate CEL: the compiled field rules and the OpenAPI
// document. Any other shape is an error in the contract, which the generator reports.

/** Returns the pattern that a text must not match: `!this.matches('…')`. */
export function forbiddenPattern(expression: string): string | undefined {
  return /^!this\.matches\('([^'\\]+)'\)$/.exec(expression)?.[1];
}

/** One of the ways to keep a rule about a message. Fields are paths of proto names. */
export type Alternative =
  /** The field is present: `has(this.a.b)`. */
  | { readonly kind: "given"; readonly path: readonly string[] }
  /** The field is absent: `!has(this.a)`. */
  | { readonly kind: "absent"; readonly path: readonly string[] }
  /** An enum has this value: `this.a.b == 2`. */
  | { readonly kind: "is"; readonly path: readonly string[]; readonly value: number }
  /** A list of enum values lacks this value: `!(1 in this.a)`. */
  | { readonly kind: "lacks"; readonly path: readonly string[]; readonly value: number };

/** Returns the alternatives of a rule about a whole message, which are separated by `||`. At least one must hold. */
export function alternativesOf(expression: string): readonly Alternative[] | undefined {
  const alternatives = expression.split(" || ").map(alternativeOf);
  return alternatives.every((alternative) => alternative !== undefined) ? alternatives : undefined;
}

function alternativeOf(text: string): Alternative | undefined {
  const [, not, present] = /^(!?)has\(this\.([a-z0-9_.]+)\)$/.exec(text) ?? [];
  if (present !== undefined) return { kind: not === "" ? "given" : "absent", path: present.split(".") };
  const [, field, value] = /^this\.([a-z0-9_.]+) == (\d+)$/.exec(text) ?? [];
  if (field !== undefined) return { kind: "is", path: field.split("."), value: Number(value) };
  const [, member, list] = /^!\((\d+) in this\.([a-z0-9_]+)\)$/.exec(text) ?? [];
  return list === undefined ? undefined : { kind: "lacks", path: [list], value: Number(member) };
}

/** Returns the field to name when a rule about a message is broken: the first field whose presence would keep the rule. */
export function fieldAsked(alternatives: readonly Alternative[]): string {
  const asked = alternatives.find(({ kind }) => kind === "given") ?? alternatives[0];
  return asked?.path.join(".") ?? "";
}
