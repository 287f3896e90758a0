import { Command } from "commander";
import { loadConfig } from "../config.ts";

/** `pda demo`: the main line, step by step, against the running service. */
export function demoCommand(): Command {
  return new Command("demo")
    .description(
      "Run the main line against the running service: publisher, wallet, merchant, payment, settlement, refund, verification",
    )
    .addHelpText("after", "\nExamples:\n  $ pda demo\n  $ PDA_API_KEY=pda_… pda demo")
    .action(async () => {
      // Loaded only here: no other command needs the client that it brings.
      const { demoCommand: run } = await import("./demo/index.ts");
      await run(loadConfig());
    });
}
