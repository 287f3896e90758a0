import type { Config } from "../../config.ts";
import { isThere } from "../../files/read.ts";
import { shellWord } from "../../files/shell.ts";
import { layout } from "../../pki/names.ts";
import { sandboxKeyFile } from "../operator-keys.ts";
import { demoLine } from "./demo-line.ts";

/** Returns the text that `pda up` prints when everything runs: next steps, and the operator's first key when it is new. */
export function closing(config: Config, key: string | undefined): string {
  const lines = ["", `pda is ready on ${config.publicUrl} (${config.mode} mode). Ctrl-C stops everything.`];
  if (key) {
    lines.push("", "  Operator API key, shown only this once:", `    ${key}`);
    if (config.mode === "sandbox") lines.push(`    (pda demo reads the key from ${sandboxKeyFile(config)})`);
  }
  const { root } = layout(config.pki.dir);
  lines.push(
    "",
    "  Try next:",
    `    curl --cacert ${shellWord(root.cert)} ${shellWord(`${config.publicUrl}/healthz`)}`,
  );
  // The demo needs the operator's key that a sandbox stores.
  if (config.mode === "sandbox" && isThere(sandboxKeyFile(config))) lines.push(`    ${demoLine(config)}`);
  lines.push(`    ${config.publicUrl}/docs`);
  if (config.mode === "sandbox" && config.gateway.tls.certFile === undefined)
    lines.push(
      "    pda trust install    (so that your browser opens these pages without a warning; again after a new --public-host)",
    );
  lines.push("");
  return lines.join("\n");
}
