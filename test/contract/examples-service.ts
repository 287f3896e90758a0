// The whole product, as `pda up` starts it: an installation of its own on free ports.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { settingsOf } from "../../src/config/names.ts";
import { configSchema } from "../../src/config/schema.ts";
import { eventTypes } from "../examples/events.ts";
import { freePort } from "../support/ports.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const main = join(import.meta.dirname, "../../src/cli/main.ts");

/** A running installation in sandbox mode on a fresh database, which shows events of all types. */
export interface Installation extends AsyncDisposable {
  readonly baseUrl: string;
  /** The operator's first key. */
  readonly apiKey: string;
  readonly ca: Buffer;
}

/** Starts it and waits until it says that it is ready. Dispose of it: that stops every process and removes its folder. */
export async function startInstallation(): Promise<Installation> {
  const folder = temporaryDirectory();
  const ports = settingsOf(configSchema).filter(({ path }) => /(^p|P)ort$/.test(path.at(-1) ?? ""));
  const env: NodeJS.ProcessEnv = { ...process.env, PDA_DATA_DIR: join(folder.path, "data") };
  for (const name of Object.keys(env)) if (/^(PDA_(?!DATA_DIR)|DATABASE_URL)/.test(name)) delete env[name];
  env.PDA_EVENT_TYPES = eventTypes.join(",");
  for (const { env: name } of ports) env[name] = String(await freePort());
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", main, "up"], {
    cwd: folder.path,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, "exit");
      child.kill("SIGINT");
      await gone;
    }
    folder[Symbol.dispose]();
  };
  try {
    await untilReady(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    baseUrl: `https://localhost:${env.PDA_GATEWAY_PORT}`,
    apiKey: readFileSync(join(folder.path, "data/keys/operator.key"), "utf8").trim(),
    ca: readFileSync(join(folder.path, "data/pki/tier/root.crt")),
    [Symbol.asyncDispose]: stop,
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  const said: string[] = [];
  const ended = once(child, "exit").then(() => {
    throw new Error(`pda up ended before it was ready:\n${said.join("\n")}`);
  });
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on("line", (line) => {
        said.push(line);
        if (line.startsWith("pda is ready")) resolve();
      });
    }
  });
  return Promise.race([ready, ended]);
}
