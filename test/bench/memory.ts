// Resident memory of processes from the proc file system (proc(5)).
import { readFileSync } from "node:fs";
import { processTable, subtree } from "./cpu.ts";
import { slope } from "./statistics.ts";

/** Resident megabytes at a second of the run. */
export interface Sample {
  readonly seconds: number;
  readonly megabytes: number;
}

/** Resident megabytes (2^20 bytes) of processes with all that they have started; undefined where the system does not tell. */
export function residentMegabytes(roots: readonly number[]): number | undefined {
  const table = processTable();
  if (table.size === 0) return undefined;
  const pids = new Set(roots.flatMap((root) => subtree(table, root)));
  return [...pids].reduce((sum, pid) => sum + residentOf(pid), 0);
}

function residentOf(pid: number): number {
  try {
    return parseResident(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch (error) {
    // It has ended since the table was read.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}

/** Megabytes of the line `VmRSS` of `/proc/<pid>/status`; 0 for a process that has ended, which has no such line. */
export function parseResident(status: string): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

/** Share of the run that counts as warm-up: code is compiled and caches fill. */
const warmUpShare = 0.2;
/** Share of the run, its last, that the trend is taken from. */
const trendShare = 0.6;
/** Megabytes a minute from which on it is growth; what a heap swings between two collections is less over minutes. */
export const trendMax = 2;

/** What samples of a run say. */
export interface Memory {
  /** First sample. */
  readonly start: number;
  /** Highest after the warm-up. */
  readonly max: number;
  readonly end: number;
  /** Megabytes a minute, least squares over the last part. */
  readonly trend: number;
  readonly grows: boolean;
}

/** Judges samples in the order of their time. @throws RangeError with too few */
export function judgeMemory(samples: readonly Sample[]): Memory {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) throw new RangeError("no samples of memory");
  const whole = last.seconds - first.seconds;
  const after = (share: number) => samples.filter(({ seconds }) => seconds >= first.seconds + share * whole);
  const warm = after(warmUpShare);
  const trend = 60 * slope(after(1 - trendShare).map(({ seconds: x, megabytes: y }) => ({ x, y })));
  return {
    start: first.megabytes,
    max: Math.max(...warm.map(({ megabytes }) => megabytes)),
    end: last.megabytes,
    trend,
    grows: trend > trendMax,
  };
}
