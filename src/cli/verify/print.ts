// Prints a verdict.
import type { components } from "../../../clients/typescript/src/index.ts";
import { plain } from "../output/plain.ts";
import { Table } from "../output/table.ts";

/** The answer of the service. */
export type Authenticity = components["schemas"]["Authenticity"];

const columns = ["check", "outcome", "reason", "code"] as const;

/** Explanations of assurance levels; the other levels need none. */
const assurances: Readonly<Record<string, string>> = {
  none: "nothing was proven",
  static: "checked by its certificate alone; it could be a copy",
};

/** Returns the checks as a table, then the verdict. */
export function verdictLines(verdict: Authenticity): string[] {
  const { trusted, outcome, assurance, evaluateTime, expireTime } = verdict;
  const meaning = assurances[assurance];
  return [
    ...new Table(columns).lines(verdict.checks.map((check) => columns.map((name) => check[name] ?? ""))),
    "",
    `verdict      ${trusted ? "TRUSTED" : `NOT TRUSTED (${plain(outcome)})`}`,
    `assurance    ${plain(assurance)}${meaning === undefined ? "" : ` (${meaning})`}`,
    `evaluated    ${plain(evaluateTime ?? "")}`,
    `valid until  ${plain(expireTime ?? "")}`,
  ];
}
