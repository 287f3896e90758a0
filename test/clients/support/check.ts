// Runs what a client library checks of itself: form, types, its own tests.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { alone } from "./alone.ts";
import type { Language } from "./conformance.ts";

const clients = join(import.meta.dirname, "../../../clients");
/** With building and downloading what the language needs. */
const timeout = 900_000;
/** Lines that Maven writes after each failure, behind the reason. */
const MAVEN_HELP =
  /^\[ERROR\] *(?:$|(?:-> )?\[Help|To see the full|Re-run Maven|For more information).*\n?/gm;

/** Tells whether a library has checks of its own; those of TypeScript are tests of this repository. */
export const hasCheck = (language: Language): boolean => existsSync(join(clients, language, "check"));

/** Runs `clients/<language>/check`. @returns the end of what it printed when it failed; undefined when it passed */
export async function runCheck(language: Language): Promise<string | undefined> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PDA_")));
  try {
    const check = join(clients, language, "check");
    await alone(language, () => promisify(execFile)(check, { env, timeout, maxBuffer: 2 ** 26 }));
    return undefined;
  } catch (error) {
    const { message, stdout = "", stderr = "" } = error as Error & { stdout?: string; stderr?: string };
    return `${message}\n${stdout}${stderr}`.replace(MAVEN_HELP, "").slice(-4000);
  }
}
