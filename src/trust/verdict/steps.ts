import type { Check, CheckCode, CheckName, CheckReason } from "./check.ts";

/** The finding of a step: passed, failed for a reason, or skipped without input. */
export type StepFinding = "passed" | "skipped" | { readonly reason: CheckReason; readonly code?: CheckCode };

/** One step over the facts. A step runs only after all steps in `needs` have passed. */
export interface Step<Facts> {
  readonly check: CheckName;
  readonly needs?: readonly CheckName[];
  readonly evaluate: (facts: Facts) => StepFinding;
}

/** Runs all steps in order. Skips a step unless all its needs have passed. */
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

/** Returns `passed`, or a failure with this reason. */
export function holds(condition: boolean, reason: CheckReason): StepFinding {
  return condition ? "passed" : { reason };
}

/** Returns `failed` if any check failed. */
export function outcomeOf(checks: readonly Check[]): "passed" | "failed" {
  return checks.some(({ outcome }) => outcome === "failed") ? "failed" : "passed";
}
