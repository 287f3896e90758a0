// A verdict for people.
import type { components } from "../../client/index.ts";

/** The answer as the service gives it. */
export type Authenticity = components["schemas"]["Authenticity"];

const columns = ["check", "outcome", "reason", "code"] as const;

/** What the words say; a word that is not here speaks for itself. */
const assurances: Readonly<Record<string, string>> = {
  none: "nothing was proven",
  static: "a certificate alone; it could be a copy",
};

/** The checks as a table, then what they come to. */
export function verdictLines(verdict: Authenticity): string[] {
  const { trusted, outcome, assurance, evaluateTime, expireTime } = verdict;
  const meaning = assurances[assurance];
  return [
    ...table(verdict.checks),
    "",
    `verdict      ${trusted ? "TRUSTED" : `NOT TRUSTED (${plain(outcome)})`}`,
    `assurance    ${plain(assurance)}${meaning === undefined ? "" : ` (${meaning})`}`,
    `evaluated    ${plain(evaluateTime ?? "")}`,
    `valid until  ${plain(expireTime ?? "")}`,
  ];
}

function table(checks: Authenticity["checks"]): string[] {
  const rows = [[...columns], ...checks.map((check) => columns.map((name) => plain(check[name] ?? "")))];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Without characters that could tell a terminal anything: whatever answers may not be the service. */
const plain = (text: string): string => text.replace(/[^ -~]/g, "?");
