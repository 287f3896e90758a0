import { Command, Option } from "commander";
import { type components, createPdaClient, type PdaClient } from "../../clients/typescript/src/index.ts";
import { type Config, loadConfig } from "../config.ts";
import { keyHelp, withServiceOptions } from "./lists.ts";
import { callFailure } from "./lists/problem.ts";
import { changes } from "./lists/watch.ts";
import { baseUrlOf, callOptionsOf, requiredApiKey, keyOriginOf, type ServiceOptions } from "./service.ts";
import { jsonText } from "./output/plain.ts";

type Alarm = components["schemas"]["Alarm"];

interface AlarmsOptions extends ServiceOptions {
  readonly json?: true;
  readonly watch?: true;
}

const scope = "operators.admin";
const shownMax = 3;

/** `pda alarms`: what is wrong now, and the next step. */
export function alarmsCommand(): Command {
  return new Command("alarms")
    .description("Show the alarms that are raised now")
    .addCommand(listCommand())
    .addHelpText("after", "\nExample:\n  $ pda alarms list");
}

function listCommand(): Command {
  return withServiceOptions(new Command("list"))
    .description("List the alarms with their next step, the most severe first")
    .option("--json", "print the answer's data as JSON and nothing else")
    .addOption(
      new Option(
        "--watch",
        "print the alarms, then what is new or changed each second; with --json one line for each; Ctrl-C ends it",
      ),
    )
    .addHelpText(
      "after",
      `${keyHelp(scope)} tenants.read is enough, too.

The service judges what its database knows. Prometheus judges what single processes know.
Exits with 0, with or without alarms, and with 1 when the service returns no list.

Examples:
  $ pda alarms list
  $ pda alarms list --watch --json`,
    )
    .action((options: AlarmsOptions) => printAlarms(loadConfig(), options));
}

/** Prints the alarms. @throws CommandError */
async function printAlarms(config: Config, options: AlarmsOptions): Promise<void> {
  const baseUrl = baseUrlOf(config, options);
  const apiKey = requiredApiKey(config, options, scope);
  await using api = createPdaClient({ baseUrl, apiKey, ...callOptionsOf(config, options) });
  try {
    if (options.watch) return await watch(api, baseUrl, options.json === true);
    const { data } = await api.GET("/api/v1/operator/alarms");
    if (options.json) console.log(jsonText(data));
    else if (data.items.length === 0) console.log("no alarms");
    else for (const alarm of data.items) console.log(textOf(alarm, baseUrl));
  } catch (error) {
    throw callFailure(error, baseUrl, { scope, keyOrigin: keyOriginOf(config, options) });
  }
}

/** Prints what is new or changed, until a signal ends the process. */
async function watch(api: PdaClient, baseUrl: string, json: boolean): Promise<void> {
  process.stderr.write("watching; end with Ctrl-C\n");
  const ask = async () => (await api.GET("/api/v1/operator/alarms")).data.items;
  for await (const items of changes(ask))
    for (const alarm of items) console.log(json ? jsonText(alarm, 0) : textOf(alarm, baseUrl));
}

function textOf(alarm: Alarm, baseUrl: string): string {
  const { name, severity, summary, reason, sinceTime, resourceIds, resourceCount } = alarm;
  const head = [severity, name, reason, sinceTime && `since ${sinceTime}`].filter(Boolean).join("  ");
  const shown = resourceIds.slice(0, shownMax).join(", ");
  const more = Number(resourceCount) - Math.min(resourceIds.length, shownMax);
  const of = shown === "" ? "" : `: ${shown}${more > 0 ? ` and ${more} more` : ""}`;
  return [
    head,
    `  ${summary}${of}`,
    `  what to do: ${alarm.nextStep}`,
    `  runbook: ${new URL(alarm.runbookPath, baseUrl).href}`,
  ].join("\n");
}
