import { Command, InvalidArgumentError } from "commander";
import { loadConfig } from "../config.ts";
import type { CheckResult } from "../store/ledger/checks.ts";
import { checks } from "../store/ledger/check-scans.ts";
import { withDatabase } from "./database.ts";
import { describeFailure } from "./failure.ts";
import { openStore } from "./operator-keys.ts";

/** The ledger could not be checked: a wrong argument, no database. Never 1, which says that it is not as it must be. */
const EXIT_NO_VERDICT = 2;

const help = `
Reads the whole ledger as it is at one moment, in chunks, in one transaction that can only read: it holds up nobody. What is checked:

${checks.map(({ name, title }) => `  ${name.padEnd(22)}${title}`).join("\n")}

Ends with 0 when all of it holds, with 1 when something does not, and with 2 when there is no verdict: a wrong argument, no database.
The worker checks the same every worker.ledgerCheckSeconds and shows it as the metric ledger_violations.

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
    await using store = openStore(config, url);
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
  if (json) console.log(JSON.stringify({ violations, checks: results }));
  say(`ledger: ${results.length} checks, ${violations} violations`);
  return violations === 0;
}

function verifyCommand(): Command {
  return (
    new Command("verify")
      .description("Check that the ledger of a running installation is as it must be")
      .option("--rows <number>", "rows that one statement looks at", rowsArgument, 1000)
      .option("--json", "print the outcome as JSON and nothing else")
      .addHelpText("after", help)
      // What commander finds wrong with the arguments would end with 1.
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

/** `pda ledger`: what the ledger says of itself. */
export function ledgerCommand(): Command {
  return new Command("ledger")
    .description("Check the ledger")
    .addHelpText("after", "\nExample:\n  $ pda ledger verify")
    .addCommand(verifyCommand());
}
