import { randomUUID } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { naming } from "../files/error.ts";
import { PlatformError } from "./problem.ts";
import { isAlive, processSpace, processStamp, until } from "./process-table.ts";

/** A holder touches its lock this often, for readers that cannot see its process. */
const BEAT_MS = 5_000;
/** A holder whose process cannot be seen has ended when it has not touched its lock for this long. */
const SILENT_MS = 30_000;

/**
 * Holder of the lock. `stamp` distinguishes the holder from a later process with the same process identifier. `space` says where the
 * identifier counts; locks of versions before 1.0.1 lack it.
 */
interface Holder {
  pid: number;
  stamp?: string;
  space?: string;
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

/** Tells whether the holder runs in another container or on another machine, where its process cannot be seen from here. */
const isElsewhere = ({ space }: Holder): boolean => space !== undefined && space !== processSpace();

/** Returns when the lock was last touched; undefined when it is gone. */
const beatOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

function isRunning(file: string, holder: Holder): boolean {
  const { pid, stamp } = holder;
  if (pid <= 0) return false;
  if (isElsewhere(holder)) return Date.now() - (beatOf(file) ?? 0) < SILENT_MS;
  const now = processStamp(pid);
  return stamp === undefined || now === undefined ? stamp === undefined && isAlive(pid) : stamp === now;
}

/** Returns the running holder of a data folder's lock, or undefined. */
export function lockHolder(dir: string): { pid: number; command: string; since: string } | undefined {
  const file = lockFile(dir);
  const holder = readHolder(file);
  return holder && isRunning(file, holder) ? holder : undefined;
}

/**
 * Waits while a holder in another container or on another machine may have ended without giving the lock back: until it touches the lock
 * again, or has been silent for too long.
 * @param say is called once when there is such a holder
 */
export async function untilHolderIsKnown(
  dir: string,
  say: (holder: { command: string }) => void,
): Promise<void> {
  const file = lockFile(dir);
  const first = beatOf(file);
  const isKnown = (): boolean => {
    const holder = readHolder(file);
    return !holder || !isElsewhere(holder) || !isRunning(file, holder) || beatOf(file) !== first;
  };
  if (isKnown()) return;
  say(readHolder(file) ?? { command: "unknown" });
  await until(isKnown, SILENT_MS + BEAT_MS, 250);
}

/**
 * Takes the lock of a data folder, so that only one process works on it. Takes over a lock whose holder has ended.
 * @param onLost is called when another process has taken over the lock, which it does when this one stood still for too long
 * @throws PlatformError that names the holder.
 */
export function takeLock(dir: string, command: string, onLost?: (holder: { command: string }) => void): Lock {
  const file = lockFile(dir);
  // Two containers can give the same number to a process of each.
  const draft = `${file}.${randomUUID()}`;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const mine: Holder = {
    pid: process.pid,
    stamp: processStamp(process.pid),
    space: processSpace(),
    command,
    since: new Date().toISOString(),
  };
  try {
    naming(file, () => writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 }));
    for (let attempt = 0; attempt < 10; attempt++) {
      // link(2) fails when the name exists, and never shows a half-written file.
      if (tryLink(draft, file)) return lockOf(file, mine, onLost);
      const holder = readHolder(file);
      if (holder && isRunning(file, holder)) throw held(dir, holder);
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
  const aside = `${file}.stale.${randomUUID()}`;
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

function held(dir: string, holder: Holder): PlatformError {
  const { pid, command, since } = holder;
  if (isElsewhere(holder))
    return new PlatformError(
      `"${command}" is already running on ${dir}, in another container or on another machine (pid ${pid} there, since ${since})`,
      `use that process, stop it, or set dataDir (PDA_DATA_DIR) to another folder; if it was killed, wait ${SILENT_MS / 1000} s`,
    );
  return new PlatformError(
    `"${command}" is already running on ${dir} (pid ${pid}, since ${since})`,
    `use that process, stop it (kill ${pid}), or set dataDir (PDA_DATA_DIR) to another folder`,
  );
}

function lockOf(file: string, mine: Holder, onLost?: (holder: Holder) => void): Lock {
  const isMine = (holder: Holder | undefined): boolean =>
    holder?.pid === mine.pid && holder.since === mine.since;
  const beat = setInterval(() => {
    try {
      const holder = readHolder(file);
      if (isMine(holder)) utimesSync(file, new Date(), new Date());
      else if (holder) lost(holder);
    } catch {
      // The folder is away at the moment, or was moved.
    }
  }, BEAT_MS).unref();
  const lost = (holder: Holder) => {
    clearInterval(beat);
    onLost?.(holder);
  };
  const release = () => {
    clearInterval(beat);
    if (isMine(readHolder(file))) rmSync(file, { force: true });
  };
  return { release, [Symbol.dispose]: release };
}
