// CPU time of processes from the proc file system (proc(5)); there is none elsewhere, and then there are no figures.
import { readdirSync, readFileSync } from "node:fs";

/** What one line of `/proc/<pid>/stat` says about who the process is and what it has used. */
export interface ProcessStat {
  readonly parent: number;
  /** User and system time of the process and of its children that have ended, in clock ticks. */
  readonly ticks: number;
}

/** USER_HZ: the kernel shows times in hundredths of a second to programs, whatever its own tick is. */
const ticksPerSecond = 100;

/** Reads a stat line. The command name, field 2, is in parentheses and may hold anything, so fields count from the last one. */
export function parseStat(line: string): ProcessStat {
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  // Field 3 of proc(5) is fields[0]: parent is 4, utime to cstime are 14 to 17.
  const parent = Number(fields[1]);
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
  if (!Number.isInteger(parent) || !Number.isFinite(ticks)) throw new Error(`not a stat line: ${line}`);
  return { parent, ticks };
}

/** The processes that there are now, by id. */
export type ProcessTable = ReadonlyMap<number, ProcessStat>;

/** Reads the process table; empty where there is no proc file system. */
export function processTable(): ProcessTable {
  const table = new Map<number, ProcessStat>();
  if (process.platform !== "linux") return table;
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const line = statLine(entry);
    if (line !== undefined) table.set(Number(entry), parseStat(line));
  }
  return table;
}

function statLine(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // It has ended since the folder was read.
    return undefined;
  }
}

/** A process and everything that it has started, directly or not. */
export function subtree(table: ProcessTable, root: number): number[] {
  const children = [...table].filter(([, { parent }]) => parent === root).map(([pid]) => pid);
  return [root, ...children.flatMap((child) => subtree(table, child))];
}

/** CPU seconds that all processors of the machine have been busy since it started, from `/proc/stat`; 0 where there is none. */
export function busySeconds(): number {
  if (process.platform !== "linux") return 0;
  return parseBusy(readFileSync("/proc/stat", "utf8")) / ticksPerSecond;
}

/** Clock ticks of the first line of `/proc/stat` less those of idling (fields 4 and 5); guests (9, 10) are in the first ones. */
export function parseBusy(text: string): number {
  const fields = /^cpu +([\d ]+)$/m.exec(text)?.[1]?.split(" ").map(Number);
  if (!fields || fields.length < 5) throw new Error("not /proc/stat");
  return fields.slice(0, 8).reduce((sum, ticks, index) => sum + (index === 3 || index === 4 ? 0 : ticks), 0);
}

/** CPU seconds that a process and its children have used since they started; undefined when there is no such process. */
export function cpuSeconds(table: ProcessTable, root: number): number | undefined {
  if (!table.has(root)) return undefined;
  return subtree(table, root).reduce((sum, pid) => sum + (table.get(pid)?.ticks ?? 0), 0) / ticksPerSecond;
}

/** CPU seconds of the children of this process that have ended and were waited for; 0 where the system does not tell. */
export function endedChildrenSeconds(): number {
  const line = process.platform === "linux" ? statLine("self") : undefined;
  return line === undefined ? 0 : parseEndedChildren(line) / ticksPerSecond;
}

/** Clock ticks of the children that have ended, fields 16 and 17 of a stat line. */
export function parseEndedChildren(line: string): number {
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return Number(fields[13]) + Number(fields[14]);
}
