// Runs the commands of generators.yaml.
import { execFileSync, spawn } from "node:child_process";

/** With downloading what the language needs. */
const limitMs = 900_000;

/** A command that ended. */
export interface Ended {
  readonly ok: boolean;
  /** What it wrote to standard output and to standard error. */
  readonly printed: string;
  readonly said: string;
  readonly seconds: number;
}

/** Runs a command in a shell to its end. Settings of a developer's own service are not passed on. */
export async function shell(
  command: string,
  cwd: string,
  settings: Readonly<Record<string, string>>,
): Promise<Ended> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("PDA_"));
  const begin = performance.now();
  const child = spawn("sh", ["-euc", command], {
    cwd,
    env: { ...Object.fromEntries(inherited), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that the limit ends what the command started, too.
    detached: true,
  });
  let printed = "";
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const timer = setTimeout(() => {
    said += `\nended after ${limitMs / 1000} s`;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, limitMs);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  clearTimeout(timer);
  return { ok: code === 0, printed, said, seconds: (performance.now() - begin) / 1000 };
}

/** Returns those of the programs that the machine does not have. A path is a file that has to be there. */
export function missing(programs: readonly string[]): string[] {
  return programs.filter((program) => {
    try {
      execFileSync("sh", ["-c", 'command -v "$0" || test -e "$0"', program], { stdio: "ignore" });
      return false;
    } catch {
      return true;
    }
  });
}
