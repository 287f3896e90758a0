import { Table } from "../output/table.ts";
import type { Verdict } from "./run.ts";

/** Returns the verdicts as a table, with what to do about each broken rule. @param isProbed the receiver has told its count */
export function report(verdicts: readonly Verdict[], isProbed: boolean): string[] {
  const rows = verdicts.map(({ rule, kept, says, detail }) => [
    rule,
    kept ? "kept" : "BROKEN",
    detail ?? says,
  ]);
  const broken = verdicts.filter(({ kept }) => !kept);
  return [
    ...new Table(["rule", "verdict", "the receiver"]).lines(rows),
    "",
    ...broken.flatMap(({ rule, why, advice }) => [`${rule}: ${why}`, `  next: ${advice}`, ""]),
    `${verdicts.length - broken.length} of ${verdicts.length} rules are kept`,
    ...(isProbed
      ? []
      : ["Answers do not show whether an event was worked on twice: see --probe in the help."]),
  ];
}
