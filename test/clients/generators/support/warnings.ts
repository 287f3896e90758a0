// The warnings of a generator, and which of them are explained.
import { stripVTControlCharacters } from "node:util";
import type { Generator } from "./catalogue.ts";

/** The warnings of one run. */
export interface Warnings {
  readonly count: number;
  /** Warnings without an explanation, and explanations without a warning. */
  readonly problems: readonly string[];
}

/** Compares what a generator printed with its explanations. */
export function judgeWarnings({ tool, explained }: Generator, output: string): Warnings {
  const warnings = stripVTControlCharacters(output)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !tool.normal.some((pattern) => pattern.test(line)));
  const unknown = warnings.filter((line) => !explained.some(({ warning }) => warning.test(line)));
  const idle = explained.filter(({ warning }) => !warnings.some((line) => warning.test(line)));
  return {
    count: warnings.length,
    problems: [
      ...new Set(unknown.map((line) => `unexplained warning: ${line}`)),
      ...idle.map(({ warning }) => `explains a warning that did not come: ${warning.source}`),
    ],
  };
}
