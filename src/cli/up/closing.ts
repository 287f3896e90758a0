import { join, resolve } from "node:path";
import { type Config, ConfigError, loadConfig } from "../../config.ts";
import { isThere } from "../../files/read.ts";
import { shellWord } from "../../files/shell.ts";
import { layout } from "../../pki/names.ts";
import { sandboxKeyFile } from "../operator-keys.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** What people may do next, and the operator's first key when it was made just now. */
export function closing(config: Config, key: string | undefined): string {
  const lines = ["", `pda is ready on ${config.publicUrl} (${config.mode} mode). Ctrl-C stops everything.`];
  if (key) {
    lines.push("", "  Operator API key, shown only this once:", `    ${key}`);
    if (config.mode === "sandbox") lines.push(`    (pda demo finds it in ${sandboxKeyFile(config)})`);
  }
  const { root } = layout(config.pki.dir);
  lines.push(
    "",
    "  Try next:",
    `    curl --cacert ${shellWord(root.cert)} ${shellWord(`${config.publicUrl}/healthz`)}`,
  );
  // Without the key that a sandbox keeps there is nothing that the demo could do.
  if (config.mode === "sandbox" && isThere(sandboxKeyFile(config))) lines.push(`    ${demoLine(config)}`);
  lines.push(`    ${config.publicUrl}/docs`, "");
  return lines.join("\n");
}

/** The command that runs the demo against this service from another terminal, which has none of this one's settings. */
export function demoLine(config: Config, cwd = process.cwd()): string {
  if (cwd === ROOT && isPreset(config)) return "make demo";
  const { dataDir, pki, publicUrl } = config;
  const settings = [
    ["PDA_DATA_DIR", dataDir],
    ...(pki.dir === join(dataDir, "pki") ? [] : [["PDA_PKI_DIR", pki.dir]]),
    ["PDA_PUBLIC_URL", publicUrl],
  ] as const;
  const words = settings.map(([name = "", value = ""]) => `${name}=${shellWord(value)}`);
  return [...words, shellWord(join(ROOT, "bin/pda")), "demo"].join(" ");
}

/** Whether a command that is given nothing finds in the folder of the product what the demo needs of these settings. */
function isPreset({ dataDir, pki, publicUrl }: Config): boolean {
  try {
    const preset = loadConfig({ env: {}, cwd: ROOT });
    return preset.dataDir === dataDir && preset.pki.dir === pki.dir && preset.publicUrl === publicUrl;
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
}
