import { Command } from "commander";
import { loadConfig } from "../../config.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import type { Intervention, SettlementProblem } from "../../store/settlement/problems.ts";
import { withDatabase } from "../database.ts";
import { openStore } from "../operator-keys.ts";
import { adviceFor } from "./advice.ts";

const shownMax = 200;
const historyMax = 50;

/** `pda settlement problems` */
export function problemsCommand(): Command {
  return new Command("problems")
    .description("List settlements whose last attempt failed, with the reason and the next step")
    .option("--history", "list the decisions of pda settlement resolve instead, newest first")
    .addHelpText("after", "\nExamples:\n  $ pda settlement problems\n  $ pda settlement problems --history")
    .action(async ({ history }: { history?: boolean }) => {
      const config = loadConfig();
      await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        const { settlementProblems } = store.read;
        if (history) return printHistory(await settlementProblems.interventions(historyMax));
        printProblems(await settlementProblems.list(shownMax));
      });
    });
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
    console.log(`  ${JSON.stringify(detail)}`);
  }
}
