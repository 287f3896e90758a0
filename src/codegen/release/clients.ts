// The packages of the client libraries, each made by its own script.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { root, type Source } from "./source.ts";

/** The programs that the script of each client needs. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  typescript: ["npm"],
  go: ["go"],
  python: ["python3"],
  java: ["java", "mvn"],
};

const isInstalled = (program: string): boolean =>
  spawnSync("sh", ["-c", 'command -v "$1"', "sh", program], { stdio: "ignore" }).status === 0;

/**
 * Runs `clients/<language>/package <folder>` for each client that exists and whose tools this machine has.
 * @param out receives a folder for each client
 * @returns the clients that were left out, with the reason
 * @throws Error when a script fails
 */
export function packClients({ time }: Source, out: string): string[] {
  const leftOut: string[] = [];
  for (const [language, programs] of Object.entries(TOOLS)) {
    const script = join(root, "clients", language, "package");
    const missing = programs.filter((program) => !isInstalled(program));
    if (!existsSync(script)) leftOut.push(`${language}: clients/${language}/package does not exist`);
    else if (missing.length > 0) leftOut.push(`${language}: ${missing.join(", ")} not installed`);
    else {
      const folder = join(out, language);
      mkdirSync(folder, { recursive: true });
      const env = { ...process.env, SOURCE_DATE_EPOCH: String(time.getTime() / 1000) };
      // Its progress is no output of this program.
      execFileSync(script, [folder], { cwd: root, env, stdio: ["ignore", 2, "inherit"] });
    }
  }
  return leftOut;
}
