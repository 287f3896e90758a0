import { Command, InvalidArgumentError } from "commander";
import { loadConfig } from "../config.ts";
import type { CheckResult } from "../store/ledger/checks.ts";
import { checks } from "../store/ledger/check-scans.ts";
import { withDatabase } from "./database.ts";
import { describeFailure } from "./failure.ts";
import { openStore } from "./operator-keys.ts";
import { jsonText } from "./output/plain.ts";

/** The ledger could not be checked: a wrong argument, no database. Not 1, which means that a check found a violation. */
const EXIT_NO_VERDICT = 2;

const help = `
Reads the whole ledger in chunks, in one read-only transaction that sees a single moment. Payments go on meanwhile. The checks:

${checks.map(({ name, title }) => `  ${name.padEnd(22)}${title}`).join("\n")}

Exit codes: 0 every check passed; 1 a check found violations; 2 no verdict, because of a wrong argument or because the database does
not answer. The worker runs the same checks every worker.ledgerCheckSeconds and reports the metric ledger_violations.

Examples:
  $ pda ledger verify
  $ DATABASE_URL=postgres://… pda ledger verify --json | jq .violations`;

function rowsArgument(text: string): number {
  const rows = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
  if (rows < 1 || rows > 100_000) throw new InvalidArgumentError("It must be a number from 1 to 100000.");
  return rows;
}

const widths = { check: 24, rows: 12 } as const;

function line(check: string, rows: string, violations: string, ms: string): string {
  return `${check.padEnd(widths.check)}${rows.padStart(widths.rows)}${violations.padStart(widths.rows)}${ms.padStart(widths.rows)}`;
}

async function verify({ rows, json }: { rows: number; json?: boolean }): Promise<boolean> {
  const config = loadConfig();
  const results: CheckResult[] = [];
  const say = (text: string): void => {
    if (!json) console.log(text);
  };
  say(line("check", "rows", "violations", "ms"));
  await withDatabase(config, async (url) => {
    await using store = await openStore(config, url);
    await store.snapshot(async ({ ledgerChecks }) => {
      let began = performance.now();
      for await (const result of ledgerChecks.run({ rows })) {
        const now = performance.now();
        results.push(result);
        say(line(result.name, `${result.examined}`, `${result.violations}`, `${Math.round(now - began)}`));
        for (const problem of result.told) say(`  ${problem}`);
        if (result.violations > result.told.length)
          say(`  and ${result.violations - result.told.length} more`);
        began = now;
      }
    });
  });
  const violations = results.reduce((sum, result) => sum + result.violations, 0);
  if (json) console.log(jsonText({ violations, checks: results }, 0));
  say(`ledger: ${results.length} checks, ${violations} violations`);
  return violations === 0;
}

function verifyCommand(): Command {
  return (
    new Command("verify")
      .description("Check that the entries, balances, payments and settlements of the ledger agree")
      .option("--rows <number>", "rows that one SQL statement reads, 1 to 100000", rowsArgument, 1000)
      .option("--json", "print the result as JSON and nothing else")
      .addHelpText("after", help)
      // commander ends with 1 when an argument is wrong.
      .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_NO_VERDICT))
      .action(async (options: { rows: number; json?: boolean }) => {
        try {
          process.exitCode = (await verify(options)) ? 0 : 1;
        } catch (error) {
          process.stderr.write(describeFailure(error));
          process.exitCode = EXIT_NO_VERDICT;
        }
      })
  );
}

/** `pda ledger` */
export function ledgerCommand(): Command {
  return new Command("ledger")
    .description("Check the ledger")
    .addHelpText("after", "\nExample:\n  $ pda ledger verify")
    .addCommand(verifyCommand());
}
