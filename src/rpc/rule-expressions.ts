// The two shapes of CEL expressions that rules of the contract have, for those who do not evaluate CEL: the compiled field rules, the
// OpenAPI document. Any other is a mistake of the contract, which the generator reports.

/** The pattern that a text must not match: `!this.matches('…')`. */
export function forbiddenPattern(expression: string): string | undefined {
  return /^!this\.matches\('([^'\\]+)'\)$/.exec(expression)?.[1];
}

/** Fields (proto names) of which a message must have one at least: `has(this.a) || has(this.b)`. */
export function anyRequired(expression: string): readonly string[] | undefined {
  const names = expression.split(" || ").map((part) => /^has\(this\.([a-z0-9_]+)\)$/.exec(part)?.[1]);
  return names.every((name) => name !== undefined) ? names : undefined;
}
