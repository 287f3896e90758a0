import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
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

/** Runs the pda command to its end. Only the given PDA_ settings reach it. */
export function pda(
  args: readonly string[],
  { env = {}, cwd, command = PDA }: { env?: NodeJS.ProcessEnv; cwd?: string; command?: string } = {},
): Promise<Outcome> {
  const own = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PDA_|DATABASE_URL)/.test(name)),
  );
  return new Promise((resolve) => {
    execFile(
      command,
      [...args],
      { env: { ...own, ...env }, cwd, timeout: 60_000 },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
      },
    );
  });
}
