// The built console and wallet.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Builds the console and the wallet unless they are up to date. */
export function buildUi(): void {
  execFileSync("make", ["build/ui"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}
