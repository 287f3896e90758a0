import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { naming } from "../files/error.ts";
import { PlatformError } from "./problem.ts";
import { isAlive, processStamp } from "./process-table.ts";

/** Holder of the lock. `stamp` distinguishes the holder from a later process with the same process identifier. */
interface Holder {
  pid: number;
  stamp?: string;
  command: string;
  since: string;
}

export interface Lock extends Disposable {
  release(): void;
}

/** Returns the file of a folder's lock. */
export function lockFile(dir: string): string {
  return join(dir, "pda.lock");
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(naming(file, () => readFileSync(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    // A process may hold a lock that cannot be read.
    if (!(error instanceof SyntaxError)) throw error;
    // A damaged lock names no process, so it counts as left behind.
    return { pid: -1, command: "unknown", since: "" };
  }
}

function isRunning({ pid, stamp }: Holder): boolean {
  if (pid <= 0) return false;
  const now = processStamp(pid);
  return stamp === undefined || now === undefined ? stamp === undefined && isAlive(pid) : stamp === now;
}

/** Returns the running holder of a data folder's lock, or undefined. */
export function lockHolder(dir: string): { pid: number; command: string; since: string } | undefined {
  const holder = readHolder(lockFile(dir));
  return holder && isRunning(holder) ? holder : undefined;
}

/**
 * Takes the lock of a data folder, so that only one process works on it. Takes over a lock whose holder has ended.
 * @throws PlatformError that names the holder.
 */
export function takeLock(dir: string, command: string): Lock {
  const file = lockFile(dir);
  const draft = `${file}.${process.pid}`;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const mine: Holder = {
    pid: process.pid,
    stamp: processStamp(process.pid),
    command,
    since: new Date().toISOString(),
  };
  try {
    naming(file, () => writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 }));
    for (let attempt = 0; attempt < 10; attempt++) {
      // link(2) fails when the name exists, and never shows a half-written file.
      if (tryLink(draft, file)) return lockOf(file, mine);
      const holder = readHolder(file);
      if (holder && isRunning(holder)) throw held(dir, holder);
      if (holder) moveStaleAside(file, holder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw new PlatformError(
    `the lock ${file} cannot be taken: other processes keep replacing it`,
    "run the command again",
  );
}

function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Removes the lock of an ended holder, but keeps a lock that another process has put in its place meanwhile. */
function moveStaleAside(file: string, stale: Holder): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const moved = readHolder(aside);
  if (moved && (moved.pid !== stale.pid || moved.since !== stale.since)) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function held(dir: string, { pid, command, since }: Holder): PlatformError {
  return new PlatformError(
    `"${command}" is already running on ${dir} (pid ${pid}, since ${since})`,
    `use that process, stop it (kill ${pid}), or set dataDir (PDA_DATA_DIR) to another folder`,
  );
}

function lockOf(file: string, mine: Holder): Lock {
  const release = () => {
    const now = readHolder(file);
    if (now?.pid === mine.pid && now.since === mine.since) rmSync(file, { force: true });
  };
  return { release, [Symbol.dispose]: release };
}
