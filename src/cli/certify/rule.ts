import type { Target } from "./target.ts";

/** A rule for receivers of webhooks. */
export interface Rule {
  readonly rule: string;
  /** What the receiver does. */
  readonly says: string;
  readonly why: string;
  /** What to do when the receiver breaks the rule. */
  readonly advice: string;
  /** @throws RuleBroken when the receiver breaks the rule */
  readonly check: (target: Target) => Promise<void>;
}
