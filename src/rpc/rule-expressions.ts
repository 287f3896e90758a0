// The shapes of CEL expressions that rules of the contract have, for those who do not evaluate CEL: the compiled field rules, the
// OpenAPI document. Any other is a mistake of the contract, which the generator reports.

/** The pattern that a text must not match: `!this.matches('…')`. */
export function forbiddenPattern(expression: string): string | undefined {
  return /^!this\.matches\('([^'\\]+)'\)$/.exec(expression)?.[1];
}

/** One of the ways to keep a rule about a message. Fields are told by paths of proto names. */
export type Alternative =
  /** The field is there: `has(this.a.b)`. */
  | { readonly kind: "given"; readonly path: readonly string[] }
  /** It is not: `!has(this.a)`. */
  | { readonly kind: "absent"; readonly path: readonly string[] }
  /** An enum is this value: `this.a.b == 2`. */
  | { readonly kind: "is"; readonly path: readonly string[]; readonly value: number }
  /** A list of an enum's values does not have this one: `!(1 in this.a)`. */
  | { readonly kind: "lacks"; readonly path: readonly string[]; readonly value: number };

/** What a rule about a message as a whole asks for: at least one of these, which stand between `||`. */
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

/** The field to name where a rule about a message is broken: the first that would have kept it. */
export function fieldAsked(alternatives: readonly Alternative[]): string {
  const asked = alternatives.find(({ kind }) => kind === "given") ?? alternatives[0];
  return asked?.path.join(".") ?? "";
}
