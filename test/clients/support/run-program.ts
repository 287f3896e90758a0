// Runs the conformance program of one language.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { descendants } from "../../e2e/support/process-tree.ts";
import { alone } from "./alone.ts";
import type { Report } from "./judge.ts";

const clients = join(import.meta.dirname, "../../../clients");
/** With building and downloading what the language needs. */
const limitMs = 900_000;
const linesMax = 40;
const line = z.object({ step: z.string(), ok: z.boolean(), detail: z.string().optional() });

/** What a program did, apart from its reports. */
export interface Ended {
  /** Why the program as a whole failed; empty when it did not. */
  readonly problems: readonly string[];
  /** The end of its standard error. */
  readonly said: string;
}

/**
 * Runs `clients/<language>/conform` to its end.
 * @param settings environment variables of clients/conformance/README.md
 * @param onReport is called for each step, in the order of the program
 * @param steps whose steps to run; those of the scenario by default
 */
export function runProgram(
  language: string,
  settings: Readonly<Record<string, string>>,
  onReport: (report: Report) => void,
  ...steps: readonly ("merchant" | "holder" | "verified" | "stream")[]
): Promise<Ended> {
  return alone(language, () => run(language, settings, onReport, steps));
}

async function run(
  language: string,
  settings: Readonly<Record<string, string>>,
  onReport: (report: Report) => void,
  steps: readonly string[],
): Promise<Ended> {
  const folder = join(clients, language);
  const program = join(folder, "conform");
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("PDA_"));
  const child = spawn(program, steps, {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const problems: string[] = [];
  const said: string[] = [];
  let allOk = true;
  createInterface({ input: child.stdout }).on("line", (text) => {
    const report = line.safeParse(jsonOf(text));
    if (!report.success) {
      problems.push(`its output has a line that is no report: ${text}`);
      return;
    }
    allOk &&= report.data.ok;
    onReport(report.data);
  });
  createInterface({ input: child.stderr }).on("line", (text) => {
    said.push(text);
    if (said.length > linesMax) said.shift();
  });
  const timer = setTimeout(() => {
    problems.push(`it did not end within ${limitMs / 1000} s`);
    for (const pid of [...descendants(child.pid ?? 0), child.pid ?? 0]) kill(pid);
  }, limitMs);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  clearTimeout(timer);
  if ((code === 0) !== allOk) problems.push(`it ended with ${code}, which does not agree with its reports`);
  return { problems, said: said.join("\n") };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // The process has ended in the meantime.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
