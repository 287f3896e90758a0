import type { Check, CheckCode, CheckName, CheckReason } from "./check.ts";

/** What a step has found: that it holds, why not, or nothing to look at. */
export type StepFinding = "passed" | "skipped" | { readonly reason: CheckReason; readonly code?: CheckCode };

/** One step over what was looked up. It is taken only after all that it needs have passed. */
export interface Step<Facts> {
  readonly check: CheckName;
  readonly needs?: readonly CheckName[];
  readonly evaluate: (facts: Facts) => StepFinding;
}

/** Takes all steps in order. One whose needs did not all pass is skipped. */
export function run<Facts>(steps: readonly Step<Facts>[], facts: Facts): Check[] {
  const passed = new Set<CheckName>();
  return steps.map(({ check, needs, evaluate }) => {
    const ready = needs === undefined || needs.every((need) => passed.has(need));
    const finding = ready ? evaluate(facts) : "skipped";
    if (finding === "passed") passed.add(check);
    return typeof finding === "string"
      ? { check, outcome: finding }
      : { check, outcome: "failed", ...finding };
  });
}

/** Passed, or failed for this reason. */
export function holds(condition: boolean, reason: CheckReason): StepFinding {
  return condition ? "passed" : { reason };
}

/** `failed` when a step has. */
export function outcomeOf(checks: readonly Check[]): "passed" | "failed" {
  return checks.some(({ outcome }) => outcome === "failed") ? "failed" : "passed";
}
