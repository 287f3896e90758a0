import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";

/** Whether a process of this id exists (of any user). */
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
    // No such process, or no /proc on this system.
    return undefined;
  }
}

/**
 * What tells one process of an id from a later one with the same id: the boot and the start tick (proc(5), field 22 of stat).
 * Undefined where there is no /proc.
 */
export function processStamp(pid: number): string | undefined {
  const stat = readOptional(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The command name is in parentheses and may hold spaces; field 3 follows the last one.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z") return undefined;
  return `${(readOptional("/proc/sys/kernel/random/boot_id") ?? "").trim()}/${fields[19]}`;
}

/** The processes that work in a folder. Empty where there is no /proc, or none may be seen. */
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
        // Gone in between, a zombie, or of another user.
        return [];
      }
    });
}

/** Waits until a condition holds, looking every `everyMs`; false when it does not within `withinMs`. */
export async function until(condition: () => boolean, withinMs: number, everyMs = 20): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (!condition()) {
    if (Date.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return true;
}
