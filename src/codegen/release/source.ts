// What a release is built from: a commit, and nothing else.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { release } from "../../config/release.ts";

export const root = join(import.meta.dirname, "../../..");

/** A release cannot be built. The message says why and what to do. */
export class ReleaseRefused extends Error {}

/** Commit, time and version of a release. */
export interface Source {
  readonly version: string;
  /** 40 hexadecimal digits. */
  readonly commit: string;
  /** When the commit was made. */
  readonly time: Date;
}

/** Runs git in the clone and returns what it prints. @throws Error when git fails */
export function git(...args: string[]): string {
  const stdio = ["ignore", "pipe", "pipe"] as const;
  return execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28, stdio: [...stdio] });
}

/** Returns the commit that is checked out. @throws ReleaseRefused when the files differ from the commit */
export function sourceOf(): Source {
  requireClean("commit or remove these files first, because a release is built from a commit");
  const commit = git("rev-parse", "HEAD").trim();
  const time = new Date(Number(git("show", "--no-patch", "--format=%ct", commit)) * 1000);
  return { version: release.version, commit, time };
}

/** @throws ReleaseRefused that names the files which differ from the commit */
export function requireClean(advice: string): void {
  const changed = git("status", "--porcelain").trimEnd();
  if (changed !== "") throw new ReleaseRefused(`the files differ from the commit:\n${changed}\n${advice}`);
}
