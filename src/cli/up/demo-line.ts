import { join, resolve } from "node:path";
import { type Config, ConfigError, loadConfig } from "../../config.ts";
import { isThere } from "../../files/read.ts";
import { shellWord } from "../../files/shell.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Returns the line that runs the demo against this service from another terminal. */
export const demoLine = (config: Config, cwd = process.cwd()): string =>
  cwd === ROOT && isThere(join(ROOT, "Makefile")) && isPreset(config)
    ? "make demo"
    : commandLine(config, "demo", cwd);

/** Returns the line that runs a command of pda for this service from another terminal, which has neither these settings nor this folder. */
export function commandLine(config: Config, command: string, cwd = process.cwd()): string {
  if (cwd === ROOT && isPreset(config)) return `bin/pda ${command}`;
  const { dataDir, pki, publicUrl } = config;
  const settings = [
    ["PDA_DATA_DIR", dataDir],
    ...(pki.dir === join(dataDir, "pki") ? [] : [["PDA_PKI_DIR", pki.dir]]),
    ["PDA_PUBLIC_URL", publicUrl],
  ] as const;
  const words = settings.map(([name = "", value = ""]) => `${name}=${shellWord(value)}`);
  return [...words, shellWord(join(ROOT, "bin/pda")), command].join(" ");
}

/** Tells whether a command without settings, run in the folder of the product, would use the same data folder, keys and address. */
function isPreset({ dataDir, pki, publicUrl }: Config): boolean {
  try {
    const preset = loadConfig({ env: {}, cwd: ROOT });
    return preset.dataDir === dataDir && preset.pki.dir === pki.dir && preset.publicUrl === publicUrl;
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
}
