// Commands against a running product, as a script and as a person at a terminal run them.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { type Outcome, pda } from "../../platform/program.ts";
import type { Product } from "../../support/product.ts";

const bin = join(import.meta.dirname, "../../../bin/pda");
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

type Environment = Readonly<Record<string, string>>;

/** A command that runs. */
export interface Running {
  /** What it has printed. */
  readonly lines: readonly string[];
  /** Its exit code, as a shell tells it after a signal, too. */
  readonly ended: Promise<number>;
  /** Stops it as Ctrl-C does. */
  stop(): void;
}

/** Runs `pda` with the settings of a product, and without the profiles of the person who runs the tests. */
export class CommandLine {
  readonly #product: Product;
  readonly #env: Environment;

  /** @param env more environment of every command */
  constructor(product: Product, env: Environment = {}) {
    this.#product = product;
    this.#env = { ...product.settings, XDG_CONFIG_HOME: join(product.folder, "config"), ...env };
  }

  run(args: readonly string[], env: Environment = {}): Promise<Outcome> {
    return pda(args, { env: { ...this.#env, ...env }, cwd: this.#product.folder });
  }

  /** Runs a command that has to succeed in silence; gives what it prints. */
  async ran(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    expect([code, stderr], args.join(" ")).to.deep.equal([0, ""]);
    return stdout;
  }

  /** Runs a command that has to fail with exit code 1 and these words, and to print nothing else. */
  async failed(args: readonly string[], ...said: string[]): Promise<void> {
    const { code, stdout, stderr } = await this.run(args);
    expect([code, stdout], stderr).to.deep.equal([1, ""]);
    for (const words of ["next: ", ...said]) expect(stderr, args.join(" ")).to.include(words);
    expect(stderr).to.not.match(/\n +at /);
  }

  /** Starts a command that goes on until it is stopped. */
  started(args: readonly string[]): Running {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("PDA_"));
    const env = { ...Object.fromEntries(inherited), ...this.#env };
    const child = spawn(bin, args, { cwd: this.#product.folder, env, stdio: ["ignore", "pipe", "ignore"] });
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on("line", (text) => lines.push(text));
    const ended = once(child, "close").then(([code, signal]) =>
      signal === null ? Number(code) : 128 + constants.signals[signal as NodeJS.Signals],
    );
    return { lines, ended, stop: () => child.kill("SIGINT") };
  }

  /** Runs a shell command line, in which $PDA is the command; gives what it prints. */
  async inShell(line: string, env: Environment = {}): Promise<string> {
    const { code, stdout, stderr } = await pda(["-c", line], {
      command: "sh",
      env: { ...this.#env, PDA: bin, ...env },
      cwd: this.#product.folder,
    });
    expect(code, stderr).to.equal(0);
    return stdout;
  }

  /**
   * Runs a command on a terminal with lines of so many characters; gives what it shows there.
   * @param typed what a person types as soon as the terminal shows a text, and what happens before that
   */
  async onTerminal(
    columns: number,
    args: readonly string[],
    env: Environment = {},
    typed?: { readonly after: string; readonly text: string; readonly meanwhile?: () => Promise<unknown> },
  ): Promise<string> {
    // A machine that runs tests says so (CI), and then even a terminal has no colours.
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(PDA_|NO_COLOR|FORCE_|CI$)/.test(name),
    );
    const line = `stty cols ${columns}; ${[bin, ...args].map(quoted).join(" ")}`;
    const options = {
      cwd: this.#product.folder,
      env: { ...Object.fromEntries(inherited), TERM: "xterm", ...this.#env, ...env },
      timeout: 60_000,
    };
    return await new Promise((resolve, reject) => {
      const { stdin, stdout } = execFile("script", ["-qfc", line, "/dev/null"], options, (error, shown) =>
        error ? reject(error) : resolve(shown.replaceAll("\r\n", "\n")),
      );
      let before = "";
      const type = (text: string): void => {
        before += text;
        if (!typed || !before.includes(typed.after)) return;
        stdout?.off("data", type);
        Promise.resolve(typed.meanwhile?.()).then(() => stdin?.write(typed.text), reject);
      };
      stdout?.on("data", type);
    });
  }
}
