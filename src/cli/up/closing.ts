import type { Config } from "../../config.ts";
import { LINK_MINUTES } from "../../domain/access/sign-in-link.ts";
import { isThere } from "../../files/read.ts";
import { shellWord } from "../../files/shell.ts";
import { layout } from "../../pki/names.ts";
import { sandboxKeyFile } from "../operator-keys.ts";
import { commandLine, demoLine } from "./demo-line.ts";

/** Secrets that `pda up` shows once. */
interface Shown {
  /** The operator's first key, when it is new. */
  readonly key?: string;
  /** No operator key exists. */
  readonly isMissing?: boolean;
  /** The link that opens the console of a sandbox. */
  readonly link: string | undefined;
}

/** Returns the text that `pda up` prints when everything runs: next steps, and what is shown once. */
export function closing(config: Config, { key, isMissing, link }: Shown): string {
  const lines = ["", `pda is ready on ${config.publicUrl} (${config.mode} mode). Ctrl-C stops everything.`];
  if (key) {
    lines.push("", "  Operator API key, shown only this once:", `    ${key}`);
    if (config.mode === "sandbox") lines.push(`    (pda demo reads the key from ${sandboxKeyFile(config)})`);
  }
  if (isMissing)
    lines.push("", "  No operator key exists. Make one: pda keys create --name <name> --role admin");
  if (link)
    lines.push("", `  Console: open this link within ${LINK_MINUTES} minutes. It works once.`, `    ${link}`);
  const { root } = layout(config.pki.dir);
  lines.push(
    "",
    "  Try next:",
    `    curl --cacert ${shellWord(root.cert)} ${shellWord(`${config.publicUrl}/healthz`)}`,
  );
  // The demo needs the operator's key that a sandbox stores.
  if (config.mode === "sandbox" && isThere(sandboxKeyFile(config))) lines.push(`    ${demoLine(config)}`);
  lines.push(`    ${config.publicUrl}/docs`);
  if (config.console.signIn && config.console.enabled) lines.push(`    ${config.publicUrl}/console`);
  if (config.mode === "sandbox")
    lines.push(
      `    ${config.publicUrl}/wallet    (a wallet to pay with; in another window beside the console)`,
    );
  if (config.mode === "sandbox" && config.gateway.tls.certFile === undefined)
    lines.push(
      `    ${commandLine(config, "trust install")}`,
      "    (so that your browser opens these pages without a warning; again after a new --public-host)",
    );
  lines.push("");
  return lines.join("\n");
}
