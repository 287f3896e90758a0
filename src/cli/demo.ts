import { Command } from "commander";
import { type Config, loadConfig } from "../config.ts";
import { readIfThere } from "../files/read.ts";
import { layout } from "../pki/names.ts";
import { runDemo } from "./demo/run.ts";
import { CommandError } from "./failure.ts";
import { sandboxKeyFile } from "./operator-keys.ts";

/** `pda demo` */
export function demoCommand(): Command {
  return new Command("demo")
    .description(
      "Run the main flow against the running service: publisher, wallet, merchant, payment, settlement, refund, verification",
    )
    .addHelpText("after", "\nExamples:\n  $ pda demo\n  $ PDA_API_KEY=$(cat operator.key) pda demo")
    .action(() => demo(loadConfig()));
}

/**
 * Runs the main flow against the service of these settings. The operator's key is PDA_API_KEY, else the key that `pda up` stores in
 * sandbox mode.
 *
 * @throws CommandError without a key, DemoFailure when a step fails
 */
async function demo(config: Config): Promise<void> {
  const { root } = layout(config.pki.dir);
  const certificate = readIfThere(root.cert);
  const ca = certificate === undefined ? {} : { ca: certificate };
  try {
    await runDemo({ baseUrl: config.publicUrl, apiKey: operatorKey(config), out: console.log, ...ca });
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    throw new CommandError(`no service answers at ${config.publicUrl}`, "start the service first: pda up");
  }
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as NodeJS.ErrnoException).code === "ECONNREFUSED" || isUnreachable(error.cause);
}

function operatorKey(config: Config): string {
  const file = sandboxKeyFile(config);
  const key = process.env.PDA_API_KEY ?? readIfThere(file) ?? "";
  if (key.trim() === "") {
    const advice =
      "start the service with `pda up`; if it runs, create a key with `pda keys create` and set PDA_API_KEY to it";
    throw new CommandError(`no operator key: PDA_API_KEY is not set and ${file} does not exist`, advice);
  }
  return key.trim();
}
