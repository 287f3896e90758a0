import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Every process with its parent: from /proc where there is one, from ps elsewhere. */
function parents(): Map<number, number> {
  if (!existsSync("/proc/self/stat")) {
    const listed = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
    return new Map(
      listed
        .split("\n")
        .filter(Boolean)
        .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]),
    );
  }
  const found = new Map<number, number>();
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      // The command name is in parentheses and may hold spaces; the state and the parent follow the last one.
      found.set(Number(entry), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It has ended since the folder was read.
    }
  }
  return found;
}

/** The processes that a process has started, and those that they have started. */
export function descendants(root: number): number[] {
  const all = parents();
  const found = [root];
  for (const pid of found) for (const [child, parent] of all) if (parent === pid) found.push(child);
  return found.slice(1);
}

/** The command line of a process; empty when it has ended. */
export function commandOf(pid: number): string {
  try {
    if (existsSync("/proc/self/cmdline"))
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return execFileSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" }).trim();
  } catch {
    // It has ended.
    return "";
  }
}
