import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Suite, SuiteResult } from "./suite.ts";

const SUITES = join(import.meta.dirname, "suites");

/** Every suite, by name. */
export async function loadSuites(folder = SUITES): Promise<Suite[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  const modules = await Promise.all(
    names.sort().map(async (name) => (await import(join(folder, name))) as { readonly suite: Suite }),
  );
  return modules.map(({ suite }) => suite);
}

/** What one suite comes to. A suite that cannot run, because its data are missing for one, does not pass. */
export async function runSuite({
  name,
  rightMin,
  run,
}: Suite): Promise<{ passed: boolean; lines: string[] }> {
  try {
    const result = await run();
    return {
      passed: passes(result, rightMin),
      lines: [lineOf(name, result), ...result.notes.map((note) => `  ${note}`)],
    };
  } catch (error) {
    return { passed: false, lines: [`${name} did not run: ${(error as Error).message}`] };
  }
}

function passes({ right, total, falselyAccepted }: SuiteResult, rightMin = total): boolean {
  return total > 0 && falselyAccepted === 0 && right >= rightMin;
}

/** `pkits 241/247 right, 0 falsely accepted`; `sun 3/3` where all are right. */
function lineOf(name: string, { right, total, falselyAccepted }: SuiteResult): string {
  const all = right === total ? "" : ` right, ${falselyAccepted} falsely accepted`;
  return `${name} ${right}/${total}${all}`;
}
