import type { Config } from "../../config.ts";
import { readIfThere } from "../../files/read.ts";
import { layout } from "../../pki/names.ts";
import { CommandError } from "../failure.ts";
import { sandboxKeyFile } from "../operator-keys.ts";
import { runDemo } from "./run.ts";

/**
 * `pda demo`: the main job against the service of this configuration. The operator's key is that of PDA_API_KEY, or the one that
 * `pda up` keeps in sandbox mode.
 *
 * @returns the number of steps, all passed. @throws CommandError without a key, DemoFailure when a step fails
 */
export async function demoCommand(
  config: Config,
  out: (line: string) => void = console.log,
): Promise<number> {
  const { root } = layout(config.pki.dir);
  const certificate = readIfThere(root.cert);
  const ca = certificate === undefined ? {} : { ca: certificate };
  try {
    return await runDemo({ baseUrl: config.publicUrl, apiKey: operatorKey(config), out, ...ca });
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    throw new CommandError(`nothing answers at ${config.publicUrl}`, "start the service first: pda up");
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
      "start the service with `pda up`; if it runs, make a key with `pda keys create` and set PDA_API_KEY to it";
    throw new CommandError(`no operator key: neither PDA_API_KEY nor ${file}`, advice);
  }
  return key.trim();
}
