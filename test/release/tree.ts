// A clean copy of this version, and what npm has installed of a package.
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";

export const root = join(import.meta.dirname, "../..");

const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

/** Returns a commit with the present content of the tracked files: the commit that is checked out, or else a new one that no branch has. */
export function presentCommit(): string {
  const as = ["-c", "user.name=test", "-c", "user.email=test@localhost"];
  return git(root, ...as, "stash", "create") || git(root, "rev-parse", "HEAD");
}

/** Clones this repository into a folder at a commit. The clone uses the installed packages of this one. */
export function cloneInto(folder: string, commit: string): void {
  git(root, "clone", "--quiet", "--shared", "--no-checkout", root, folder);
  git(folder, "checkout", "--quiet", "--detach", commit);
  const installed = ["node_modules", "web/node_modules"];
  // The tools of the Python client, once a test of the clients has installed them: this file is written last.
  if (existsSync(join(root, "clients/python/.venv/requirements.txt"))) installed.push("clients/python/.venv");
  for (const packages of installed) symlinkSync(join(root, packages), join(folder, packages));
  // .gitignore names the folder, not a link.
  const excluded = installed.map((packages) => `/${packages}\n`).join("");
  appendFileSync(join(folder, ".git/info/exclude"), excluded);
}

/** Returns the packages below a folder, by their path in it as package-lock.json writes it, with their versions. */
export function installedBelow(folder: string, from = folder): Map<string, string> {
  const found = new Map<string, string>();
  const modules = join(from, "node_modules");
  for (const entry of namesIn(modules)) {
    if (entry.startsWith(".")) continue;
    const names = entry.startsWith("@")
      ? namesIn(join(modules, entry)).map((name) => join(entry, name))
      : [entry];
    for (const name of names) {
      const place = join(modules, name);
      const manifest = JSON.parse(readFileSync(join(place, "package.json"), "utf8")) as { version: string };
      found.set(relative(folder, place), manifest.version);
      for (const [path, version] of installedBelow(folder, place)) found.set(path, version);
    }
  }
  return found;
}

/** Names in a folder; none when the folder does not exist. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
