import { Command } from "commander";
import { loadConfig } from "../../config.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import type { Intervention, SettlementProblem } from "../../store/settlement/problems.ts";
import { withDatabase } from "../database.ts";
import { openStore } from "../operator-keys.ts";
import { adviceFor } from "../../domain/settlement/advice.ts";
import { jsonText } from "../output/plain.ts";

const shownMax = 200;
const historyMax = 50;

/** `pda settlement problems` */
export function problemsCommand(): Command {
  return new Command("problems")
    .description("List settlements whose last attempt failed, with the reason and the next step")
    .option("--history", "list the decisions of pda settlement resolve instead, newest first")
    .option("--json", "print the list as JSON and nothing else")
    .addHelpText(
      "after",
      "\nExamples:\n  $ pda settlement problems\n  $ pda settlement problems --history --json",
    )
    .action(async ({ history, json }: { readonly history?: boolean; readonly json?: boolean }) => {
      const config = loadConfig();
      await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        const { settlementProblems } = store.read;
        if (history) {
          const decisions = await settlementProblems.interventions(historyMax);
          return json ? printItems(decisions) : printHistory(decisions);
        }
        const problems = await settlementProblems.list(shownMax);
        if (json) printItems(problems.map(problemToJson));
        else printProblems(problems);
      });
    });
}

const printItems = (items: readonly object[]): void => console.log(jsonText({ items }));

/** Returns a problem as JSON has it: the amount in whole units of the asset type, with what to do. */
function problemToJson({ amount, decimals, sequence, ...problem }: SettlementProblem): object {
  return {
    ...problem,
    amount: formatAmount(amount, decimals),
    ...(sequence === undefined ? {} : { sequence: String(sequence) }),
    advice: adviceFor(problem.reason),
  };
}

function printProblems(problems: readonly SettlementProblem[]): void {
  if (problems.length === 0) console.log("no settlement has a problem");
  const reasons = [...new Set(problems.map(({ reason }) => reason))];
  for (const reason of reasons) {
    const of = problems.filter((problem) => problem.reason === reason);
    console.log(`${reason}  ${of.length} on ${[...new Set(of.map(({ network }) => network))].join(", ")}`);
    console.log(`  what to do: ${adviceFor(reason)}`);
    for (const { settlementId, status, amount, decimals, assetType, sequence, reference, account } of of) {
      const place = sequence === undefined ? "not prepared" : `sequence ${sequence}, ${reference}`;
      console.log(
        `  ${[settlementId, status, `${formatAmount(amount, decimals)} ${assetType}`, `to ${account}`, place].join("  ")}`,
      );
    }
  }
  if (problems.length === shownMax) console.log(`only the first ${shownMax} settlements are shown`);
}

function printHistory(interventions: readonly (Intervention & { readonly decidedAt: Date })[]): void {
  if (interventions.length === 0) console.log("no decisions yet");
  for (const { decidedAt, action, network, settlement, decidedBy, reason, detail } of interventions) {
    const what = settlement ? settlement.settlementId : network;
    console.log([decidedAt.toISOString(), action, what, `by ${decidedBy}: ${reason}`].join("  "));
    console.log(`  ${jsonText(detail, 0)}`);
  }
}
