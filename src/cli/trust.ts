import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Command, Option } from "commander";
import { loadConfig } from "../config.ts";
import { shellWord } from "../files/shell.ts";
import { browserRoot } from "../pki/browser-root.ts";
import { readText } from "../pki/files.ts";
import { layout } from "../pki/names.ts";
import { type TrustStore, trustStores, type Command as Line } from "../platform/trust-stores/stores.ts";
import { CommandError } from "./failure.ts";

interface TrustOptions {
  readonly yes?: boolean;
  readonly only?: TrustStore["kind"];
}

/** How every store names the root of an installation, so that two installations on one machine have two names. */
function nameOf(dir: string): string {
  const { root } = layout(dir);
  const digest = createHash("sha256").update(readText(root.cert, "the tier root", "run: pda pki init"));
  return `pda-development-${digest.digest("hex").slice(0, 8)}`;
}

/** Returns the commands as this user runs them: those that change the machine, through sudo unless the user is root. */
function linesOf(stores: readonly TrustStore[], what: "install" | "remove"): Line[] {
  const isRoot = process.getuid?.() === 0;
  return stores.flatMap((store) =>
    store[what].map((line): Line => (store.needsRoot && !isRoot ? ["sudo", ...line] : line)),
  );
}

const shown = (line: Line): string => `  ${line.map(shellWord).join(" ")}`;

/** Asks the person at the terminal. Without one nothing is changed unless `--yes` says so. @throws CommandError */
async function agreed(yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY)
    throw new CommandError("nobody is at the terminal to agree, so nothing was changed", "add --yes");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Go on? [y/N] ");
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Runs a command with the terminal, so that sudo can ask. @throws CommandError */
function run(line: Line): void {
  const [program, ...args] = line;
  const { status, error } = spawnSync(program, args, { stdio: ["inherit", "ignore", "inherit"] });
  if (status === 0) return;
  const why = error?.message ?? `it ended with code ${status}`;
  throw new CommandError(
    `this command failed: ${line.map(shellWord).join(" ")} (${why})`,
    "see above, then repeat",
  );
}

function storesFor(root: { file: string; name: string }, only: TrustStore["kind"] | undefined): TrustStore[] {
  const { stores, missing } = trustStores(root);
  for (const each of missing) say(`missing: ${each}`);
  const chosen = stores.filter(({ kind }) => only === undefined || kind === only);
  if (chosen.length === 0)
    throw new CommandError(
      "no store of roots can be changed here",
      "install what is missing, or choose another --only",
    );
  return chosen;
}

/** @throws CommandError where another authority issued the public certificate */
function requireOwnCertificate(certFile: string | undefined): void {
  if (certFile !== undefined)
    throw new CommandError(
      `the public certificate is ${certFile} (gateway.tls.certFile), which the tier root did not issue`,
      "let browsers trust its own authority",
    );
}

async function install({ yes = false, only }: TrustOptions): Promise<void> {
  const { mode, pki, gateway } = loadConfig();
  if (mode === "production")
    throw new CommandError(
      "this installation is in production, where the development certificate is for nobody",
      "set gateway.tls to a certificate of an authority that browsers know",
    );
  requireOwnCertificate(gateway.tls.certFile);
  const { file, names } = browserRoot(pki.dir);
  const stores = storesFor({ file, name: nameOf(pki.dir) }, only);
  const lines = linesOf(stores, "install");
  say(
    `This lets programs of yours trust certificates of the tier root of ${pki.dir}, for these servers only:`,
    `  ${names.join(", ")}`,
    `Whoever has ${layout(pki.dir).root.key} can then pose as these servers to you. It changes the roots of:`,
    ...stores.map(({ name }) => `  ${name}`),
    "by these commands:",
    ...lines.map(shown),
  );
  if (!(await agreed(yes))) return say("nothing was changed");
  // A database of a browser keeps what it has under a name, so a root for other servers goes first.
  const databases = stores.filter(({ kind }) => kind === "browser");
  for (const line of linesOf(databases, "remove")) tried(line);
  for (const line of lines) run(line);
  say("done. Start your browser again. To undo it: pda trust remove");
}

async function remove({ yes = false, only }: TrustOptions): Promise<void> {
  const { pki } = loadConfig();
  const { file } = browserRoot(pki.dir);
  const lines = linesOf(storesFor({ file, name: nameOf(pki.dir) }, only), "remove");
  say("This takes the tier root out of the stores again, by these commands:", ...lines.map(shown));
  if (!(await agreed(yes))) return say("nothing was changed");
  for (const line of lines.filter((each) => !tried(each))) say(`nothing to remove:${shown(line).slice(1)}`);
  say("done");
}

const say = (...lines: readonly string[]): void => console.log(lines.join("\n"));

/** Runs a command that may find nothing to remove. */
function tried([program, ...args]: Line): boolean {
  return spawnSync(program, args, { stdio: ["inherit", "ignore", "ignore"] }).status === 0;
}

/** `pda trust` */
export function trustCommand(): Command {
  const only = () =>
    new Option("--only <kind>", "change only the system's store, or only those of browsers").choices([
      "system",
      "browser",
    ]);
  const yes = ["--yes", "do not ask"] as const;
  return new Command("trust")
    .description(
      "Let the browsers and programs of this machine trust the development certificate, or no longer",
    )
    .addHelpText("after", "\nExamples:\n  $ pda trust install\n  $ pda trust remove")
    .addCommand(
      new Command("install")
        .description(
          "Put a root into the stores of the system and of browsers that counts for the names of this service only; asks first",
        )
        .option(...yes)
        .addOption(only())
        .addHelpText(
          "after",
          "\nExamples:\n  $ pda trust install\n  $ pda trust install --only browser --yes",
        )
        .action(install),
    )
    .addCommand(
      new Command("remove")
        .description("Take that root out of the stores again; asks first")
        .option(...yes)
        .addOption(only())
        .addHelpText("after", "\nExample:\n  $ pda trust remove")
        .action(remove),
    );
}
