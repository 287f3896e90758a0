// Runs the development node anvil as a child process that ends with its parent.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { developmentMnemonic } from "../signer.ts";

const READY_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 5000;
/** Number of blocks whose state anvil keeps in memory. A test cannot reorganise deeper than this. */
const HISTORY_BLOCKS = 256;
const OUTPUT_CHARACTERS_KEPT = 2000;

type Child = ChildProcessByStdio<null, Readable, Readable>;

export interface AnvilOptions {
  readonly dir: string;
  /** 0 selects any free port. */
  readonly port: number;
  readonly chainId: number;
  /** File with the saved state that the node starts from. */
  readonly stateFile?: string;
}

/** Returns the folder for the node's cache files. */
export function cacheDir(dir: string): string {
  return join(dir, "cache");
}

/** The end of a node process. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last output of the process: standard error, and standard output up to the moment when the process listened. */
  readonly output: string;
}

/** The node did not start. `exit` is absent if the process ran but did not listen in time. */
export class AnvilStartError extends Error {
  readonly exit: Exit | undefined;

  constructor(message: string, exit?: Exit) {
    super(message);
    this.name = "AnvilStartError";
    this.exit = exit;
  }

  get portTaken(): boolean {
    return /address already in use/i.test(this.exit?.output ?? "");
  }

  get stateRefused(): boolean {
    return /--load-state|init state/i.test(this.exit?.output ?? "");
  }
}

const packageSuffix: Readonly<Record<string, string>> = {
  "linux-x64": "linux-amd64",
  "linux-arm64": "linux-arm64",
  "darwin-x64": "darwin-amd64",
  "darwin-arm64": "darwin-arm64",
  "win32-x64": "win32-amd64",
};

/**
 * Returns the path of the anvil binary in the platform's npm package. The package's own launcher needs an install script, which may not
 * have run.
 */
function program(): string {
  const platform = `${process.platform}-${process.arch}`;
  const suffix = packageSuffix[platform];
  const name = `@foundry-rs/anvil-${suffix}`;
  try {
    if (!suffix) throw new Error("no anvil package exists for this platform");
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), "bin", process.platform === "win32" ? "anvil.exe" : "anvil");
  } catch (cause) {
    throw new Error(`the development network does not run on ${platform}`, { cause });
  }
}

/** Returns the command line. On Linux the command asks the kernel to end the node when this process dies, even by SIGKILL. */
function command(args: string[]): [string, string[]] {
  const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));
  return process.platform === "linux" && setpriv
    ? [setpriv, ["--pdeathsig", "TERM", "--", program(), ...args]]
    : [program(), args];
}

function argumentsOf({ dir, port, chainId, stateFile }: AnvilOptions): string[] {
  return [
    ["--host", "127.0.0.1", "--port", String(port), "--chain-id", String(chainId)],
    ["--mnemonic", developmentMnemonic, "--color", "never"],
    // The node makes blocks on request only. A block is final once two blocks stand above it.
    ["--no-mining", "--slots-in-an-epoch", "1"],
    ["--prune-history", String(HISTORY_BLOCKS), "--cache-path", cacheDir(dir)],
    stateFile ? ["--load-state", stateFile] : [],
  ].flat();
}

export class Anvil {
  readonly rpcUrl: string;
  readonly port: number;
  /** Resolves when the process has ended for any reason. */
  readonly exited: Promise<Exit>;
  readonly #child: Child;

  private constructor(child: Child, port: number, exited: Promise<Exit>) {
    this.#child = child;
    this.port = port;
    this.rpcUrl = `http://127.0.0.1:${port}`;
    this.exited = exited;
  }

  /** Starts a node and waits until it listens. @throws AnvilStartError */
  static async start(options: AnvilOptions): Promise<Anvil> {
    const [file, args] = command(argumentsOf(options));
    // Where the kernel ends the node, the node runs in its own process group. Ctrl-C then reaches only the parent, which stops the node in
    // order.
    const child: Child = spawn(file, args, {
      stdio: ["ignore", "pipe", "pipe"],
      detached: file.endsWith("setpriv"),
    });
    let output = "";
    const keep = (text: string): void => {
      output = (output + text).slice(-OUTPUT_CHARACTERS_KEPT);
    };
    const exited = new Promise<Exit>((resolve) => {
      child.once("error", (error) => resolve({ code: null, signal: null, output: error.message }));
      child.once("close", (code, signal) => resolve({ code, signal, output: output.trim() }));
    });
    child.stderr.setEncoding("utf8").on("data", keep);

    const listening = new Promise<number>((resolve) => {
      let seen = "";
      const look = (text: string): void => {
        seen = (seen + text).slice(-OUTPUT_CHARACTERS_KEPT);
        const port = /Listening on [^\s]*:(\d+)\s/.exec(seen)?.[1];
        if (port === undefined) return;
        child.stdout.off("data", look);
        // Keep reading: the node logs every request, and a full pipe would block it.
        child.stdout.resume();
        resolve(Number(port));
      };
      child.stdout.setEncoding("utf8").on("data", look);
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), READY_TIMEOUT_MS);
    });
    const first = await Promise.race([listening, exited, late]).finally(() => clearTimeout(timer));
    if (typeof first === "number") return new Anvil(child, first, exited);
    if (first === "late") {
      child.kill("SIGKILL");
      throw new AnvilStartError(`the development network did not listen within ${READY_TIMEOUT_MS} ms`);
    }
    throw new AnvilStartError("the development network ended during its start", first);
  }

  /** Ends the node with SIGTERM, and with SIGKILL if the node does not end in time. */
  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    const force = setTimeout(() => this.#child.kill("SIGKILL"), STOP_TIMEOUT_MS);
    await this.exited;
    clearTimeout(force);
  }
}
