import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Tells whether a process with this identifier exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readOptional(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The process does not exist, or this system has no /proc.
    return undefined;
  }
}

/** Returns the identifier of this boot of the machine; empty on systems without /proc. */
function bootId(): string {
  return (readOptional("/proc/sys/kernel/random/boot_id") ?? "").trim();
}

/**
 * Returns where process identifiers have the meaning that they have for this process: the boot of the machine and the PID namespace, such
 * as that of a container. Each part is empty where the system has none.
 */
export function processSpace(): string {
  let namespace = "";
  try {
    namespace = readlinkSync("/proc/self/ns/pid");
  } catch {
    // This system has no PID namespaces.
  }
  return `${bootId()}/${namespace}`;
}

/**
 * Returns the boot identifier and start tick of a process (proc(5), field 22 of stat). They distinguish the process from a later one with
 * the same identifier. Undefined on systems without /proc.
 */
export function processStamp(pid: number): string | undefined {
  const stat = readOptional(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The command name is in parentheses and may hold spaces; field 3 follows the last closing parenthesis.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z") return undefined;
  return `${bootId()}/${fields[19]}`;
}

/** Returns the processes whose working folder is `dir`. Empty on systems without /proc, or when they are not visible. */
export function processesIn(dir: string): number[] {
  let home: string;
  let entries: string[];
  try {
    home = realpathSync(dir);
    entries = readdirSync("/proc");
  } catch {
    return [];
  }
  return entries
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        return readlinkSync(`/proc/${entry}/cwd`) === home ? [Number(entry)] : [];
      } catch {
        // The process has ended, is a zombie, or belongs to another user.
        return [];
      }
    });
}

/** Waits until a condition holds; checks it every `everyMs`. Returns false when it does not hold within `withinMs`. */
export async function until(condition: () => boolean, withinMs: number, everyMs = 20): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (!condition()) {
    if (Date.now() >= end) return false;
    await sleep(everyMs);
  }
  return true;
}
