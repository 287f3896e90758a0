// `pda completion`: the scripts, read and asked by the shells themselves. bash has to be there; zsh and fish are asked where they are.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Command } from "commander";
import { program } from "../../src/cli/program.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { pda } from "./program.ts";

const quoted = (word: string): string => `'${word}'`;
/** Between the answers to two lines. */
const end = "<end>";

/** How a shell is asked to complete the last of some words. Each answer is one word a line. */
const shells = {
  bash: {
    args: ["--norc", "--noprofile", "-c"],
    ask: (words: readonly string[]) =>
      `COMP_WORDS=(${words.map(quoted).join(" ")}); COMP_CWORD=${words.length - 1}; _pda; printf '%s\\n' "\${COMPREPLY[@]}"`,
    before: "",
  },
  zsh: {
    args: ["-f", "-c"],
    // Completion functions run in the line editor only; these stand for its own functions.
    before: `
      compdef() { : }
      compadd() { shift; print -l -- "$@" }
      _describe() { print -l -- \${(@)found%%:*} }
      _files() { print -l -- *(N) }`,
    ask: (words: readonly string[]) =>
      `words=(${words.map(quoted).join(" ")}); CURRENT=${words.length}; PREFIX=$words[CURRENT]; _pda`,
  },
  fish: {
    args: ["--no-config", "-c"],
    before: "",
    ask: (words: readonly string[]) =>
      `complete -C ${quoted(words.join(" "))} | string replace -r '\\t.*' ''`,
  },
} as const;

type Shell = keyof typeof shells;

describe("pda completion", function () {
  this.timeout(60_000);
  let folder: ReturnType<typeof temporaryDirectory>;
  let tree: Command;

  before(async () => {
    folder = temporaryDirectory();
    tree = await program();
    mkdirSync(join(folder.path, "here"));
    writeFileSync(join(folder.path, "here", "root.crt"), "");
  });
  after(() => folder[Symbol.dispose]());

  /** The words that a shell offers for each line: those that begin as its last word does. */
  const offered = async (shell: Shell, lines: readonly (readonly string[])[]): Promise<string[][]> => {
    const { code, stdout, stderr } = await pda(["completion", shell]);
    expect([code, stderr]).to.deep.equal([0, ""]);
    const file = join(folder.path, `pda.${shell}`);
    writeFileSync(file, stdout);
    const { args, before, ask } = shells[shell];
    const script = [before, `source ${file}`, ...lines.flatMap((line) => [ask(line), `echo '${end}'`])];
    const said = execFileSync(shell, [...args, script.join("\n")], {
      cwd: join(folder.path, "here"),
      encoding: "utf8",
    });
    return said
      .split(`${end}\n`)
      .slice(0, -1)
      .map((answer, place) => {
        const begin = lines[place]?.at(-1) ?? "";
        return answer.split("\n").filter((word) => word !== "" && word.startsWith(begin));
      });
  };

  for (const shell of Object.keys(shells) as Shell[])
    describe(`for ${shell}`, () => {
      before(function () {
        const isThere = spawnSync(shell, ["--version"]).error === undefined;
        if (shell !== "bash" && !isThere) this.skip();
      });

      it("offers the commands of every group", async () => {
        const groups: { line: string[]; names: string[] }[] = [];
        const visit = (command: Command, words: string[]): void => {
          if (command.commands.length === 0) return;
          groups.push({ line: [...words, ""], names: command.commands.map((inner) => inner.name()) });
          for (const inner of command.commands) visit(inner, [...words, inner.name()]);
        };
        visit(tree, ["pda"]);
        const found = await offered(
          shell,
          groups.map(({ line }) => line),
        );
        for (const [place, { line, names }] of groups.entries())
          expect(found[place]?.toSorted(), line.join(" ")).to.deep.equal(names.toSorted());
      });

      it("offers options, their values, arguments and files where they belong", async () => {
        const cases: readonly (readonly [line: string, words: readonly string[]])[] = [
          ["pda pay", ["payments"]],
          ["pda payments l", ["list"]],
          ["pda payments list --st", ["--status"]],
          ["pda payments list --all --st", ["--status"]],
          ["pda payments list --status ", ["pending", "completed", "failed", "cancelled"]],
          ["pda payments list --status c", ["completed", "cancelled"]],
          ["pda payments list --ca ", ["root.crt"]],
          ["pda payments list --merchant ", []],
          ["pda payments get --idem", []],
          ["pda payments cancel --idem", ["--idempotency-key"]],
          // The value of an option is no command.
          ["pda keys create --name list --ro", ["--role"]],
          ["pda keys create --role ", ["admin", "support", "auditor"]],
          ["pda trigger refund.", ["refund.completed"]],
          ["pda completion ", ["bash", "zsh", "fish"]],
          ["pda restore ", ["root.crt"]],
          ["pda --vers", ["--version"]],
        ];
        const found = await offered(
          shell,
          cases.map(([line]) => line.split(" ")),
        );
        for (const [place, [line, words]] of cases.entries())
          expect(found[place]?.toSorted(), line).to.deep.equal(words.toSorted());
      });
    });

  it("refuses a shell that it does not know", async () => {
    for (const args of [["completion"], ["completion", "csh"]]) {
      const { code, stdout, stderr } = await pda(args);
      expect([code, stdout]).to.deep.equal([1, ""]);
      expect(stderr).to.contain("next: pda completion --help");
    }
  });
});
