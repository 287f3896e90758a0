import { availableParallelism } from "node:os";
import { busySeconds, cpuSeconds, processTable } from "./cpu.ts";
import type { LoadResult } from "./load/plan.ts";
import { type CpuOfParts, type Latency, tell } from "./report.ts";
import { median, significant } from "./statistics.ts";

/** Processes of each part of a contender, each with all that it starts, for CPU per call. */
export type Parts = Readonly<Record<string, readonly number[]>>;

/** One side of a comparison. */
export interface Contender {
  readonly name: string;
  readonly parts: Parts;
  /** Makes what a turn uses up; its time and CPU do not count. */
  prepare?(): Promise<void>;
  /** Applies load for one turn. @throws Error when a call fails */
  turn(): Promise<LoadResult>;
  /** Waits until nothing of the turn goes on in the background. */
  settle?(): Promise<void>;
  /** Rows that the calls have left in the database so far. */
  stored?(): Promise<number>;
}

/** What one turn came to. */
export interface Turn {
  readonly perSecond: number;
  readonly latency: Latency;
  /** CPU microseconds for one call. */
  readonly cpu: CpuOfParts;
  /** Share of the machine's CPU time that went to something else. */
  readonly elsewhere: number;
  /** Seconds until nothing went on in the background any more. */
  readonly settle: number;
}

function cpuOf(parts: Parts): CpuOfParts {
  const table = processTable();
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, pids]) => {
      const used = pids.map((pid) => cpuSeconds(table, pid) ?? Number.NaN);
      const sum = used.reduce((total, one) => total + one, 0);
      return Number.isNaN(sum) ? [] : [[name, sum]];
    }),
  );
}

/** Starts to measure CPU seconds; the function that it gives says what was used since then. */
function startMeter(parts: Parts): () => { seconds: CpuOfParts; busy: number; capacity: number } {
  const before = { at: performance.now(), parts: cpuOf(parts), busy: busySeconds() };
  return () => {
    const seconds = Object.entries(cpuOf(parts)).map(([name, used]) => [
      name,
      used - (before.parts[name] ?? used),
    ]);
    const capacity = ((performance.now() - before.at) / 1000) * availableParallelism();
    return { seconds: Object.fromEntries(seconds), busy: busySeconds() - before.busy, capacity };
  };
}

/** One turn of a contender. @throws Error when a call failed or an acknowledged write is not there, once */
export async function takeTurn(contender: Contender): Promise<Turn> {
  await contender.prepare?.();
  const storedBefore = await contender.stored?.();
  const meter = startMeter(contender.parts);
  const result = await contender.turn();
  const turnedAt = performance.now();
  await contender.settle?.();
  const settle = (performance.now() - turnedAt) / 1000;
  const used = meter();
  const stored = await contender.stored?.();
  if (stored !== undefined && storedBefore !== undefined && stored - storedBefore !== result.answered) {
    throw new Error(
      `${contender.name}: ${result.answered} writes acknowledged, ${stored - storedBefore} stored`,
    );
  }
  const seconds: CpuOfParts = { ...used.seconds, load: result.cpuSeconds };
  const micros = Object.entries(seconds).map(([name, spent]) => [
    name,
    Math.round((spent * 1e6) / result.answered),
  ]);
  const known = Object.values(seconds).reduce((sum, spent) => sum + spent, 0);
  const perSecond = result.calls / result.seconds;
  tell(`  ${contender.name}: ${Math.round(perSecond)} calls/s, p50 ${ms(result.p50)}, p99 ${ms(result.p99)}`);
  return {
    perSecond,
    latency: {
      ...(result.p50 === undefined ? {} : { p50: result.p50 }),
      ...(result.p99 === undefined ? {} : { p99: result.p99 }),
    },
    cpu: Object.fromEntries(micros),
    elsewhere: Math.max(0, used.busy - known) / used.capacity,
    settle,
  };
}

const ms = (value: number | undefined): string => (value === undefined ? "?" : `${value.toFixed(1)} ms`);

/** The medians of several turns of one contender. */
export function summary(turns: readonly Turn[]): Turn {
  const middle = (pick: (turn: Turn) => number, digits: number) =>
    significant(median(turns.map(pick)), digits);
  const [first] = turns;
  const quantiles = (["p50", "p99"] as const).filter((name) => first?.latency[name] !== undefined);
  return {
    perSecond: middle((turn) => turn.perSecond, 4),
    latency: Object.fromEntries(
      quantiles.map((name) => [name, middle((turn) => turn.latency[name] ?? Number.NaN, 3)]),
    ),
    cpu: Object.fromEntries(
      Object.keys(first?.cpu ?? {}).map((name) => [
        name,
        Math.round(median(turns.map((turn) => turn.cpu[name] ?? 0))),
      ]),
    ),
    elsewhere: middle((turn) => turn.elsewhere, 2),
    settle: middle((turn) => turn.settle, 2),
  };
}

/** Share of the CPU for anything else above which the person is told that the figures are doubtful. */
const elsewhereMax = 0.15;

/** Tells the person when other programs took so much of the machine that the figures are doubtful. */
export function warnOfOthers(turns: readonly Turn[]): void {
  const elsewhere = Math.max(...turns.map((turn) => turn.elsewhere));
  if (elsewhere <= elsewhereMax) return;
  tell(`  other programs took up to ${Math.round(elsewhere * 100)} % of the CPU: repeat this when they rest`);
}
