import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const FLAGS = ["--disable-warning=ExperimentalWarning"];

/** What a program says of itself: a process id to watch, and where its database is if it has one. */
interface Said {
  pid: number;
  url: string;
}

/** Starts one of the programs beside this file and reads the JSON line by which it says that it runs. */
export async function startProgram(
  name: string,
  ...args: string[]
): Promise<{ child: ChildProcess; said: Said }> {
  const script = fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [...FLAGS, script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, said: JSON.parse(line) };
}

/** Kills a process without a word and waits until it is gone. */
export async function killHard(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

const PDA = fileURLToPath(new URL("../../bin/pda", import.meta.url));

/** Root may read and write everything; without these two capabilities it meets the modes of files as any other user does. */
const BOUND = "-dac_override,-dac_read_search";
const asRoot = process.getuid?.() === 0;

/** Runs the pda command as `pda`, and the modes of files count for it, whoever runs the tests. */
export function boundPda(args: readonly string[], options: PdaOptions = {}): Promise<Outcome> {
  if (!asRoot) return pda(args, options);
  const bound = ["--bounding-set", BOUND, "--inh-caps", BOUND, "--", PDA, ...args];
  return pda(bound, { ...options, command: "setpriv" });
}

interface PdaOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  command?: string;
}

/** Runs the pda command to its end. Only the given settings and colours reach it, and no profile of the person who runs the tests. */
export function pda(
  args: readonly string[],
  { env = {}, cwd, command = PDA }: PdaOptions = {},
): Promise<Outcome> {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PDA_|DATABASE_URL|FORCE_COLOR|NO_COLOR)/.test(name)),
  );
  return new Promise((resolve) => {
    execFile(
      command,
      [...args],
      {
        env: { ...own, XDG_CONFIG_HOME: join(tmpdir(), "pda-test-without-profiles"), ...env },
        cwd,
        timeout: 60_000,
      },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
      },
    );
  });
}
