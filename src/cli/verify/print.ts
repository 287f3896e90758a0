// A verdict for people.
import type { components } from "../../client/index.ts";
import { plain, Table } from "../table.ts";

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
    ...new Table(columns).lines(verdict.checks.map((check) => columns.map((name) => check[name] ?? ""))),
    "",
    `verdict      ${trusted ? "TRUSTED" : `NOT TRUSTED (${plain(outcome)})`}`,
    `assurance    ${plain(assurance)}${meaning === undefined ? "" : ` (${meaning})`}`,
    `evaluated    ${plain(evaluateTime ?? "")}`,
    `valid until  ${plain(expireTime ?? "")}`,
  ];
}
