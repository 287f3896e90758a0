/** One line on standard output: what was measured against what. */
export interface Line {
  readonly bench: string;
  /** What it was measured against, in words. */
  readonly against: string;
  /** Ours divided by theirs; the median over the pairs of turns. Absent where there is `value`, null when it could not be measured. */
  readonly ratio?: number | null;
  /** A figure that is no ratio, in `unit`. */
  readonly value?: number | null;
  readonly unit: string;
  /** What `ratio` must reach, or what `value` must stay below; null where nobody has set one. */
  readonly target: number | null;
  /** Whether the target is met; null where there is none or nothing was measured. */
  readonly met: boolean | null;
  readonly ours: number | null;
  readonly theirs: number | null;
  /** Measured seconds of each turn. */
  readonly seconds: number;
  /** Why nothing was measured. */
  readonly leftOut?: string;
  /** Which opponent stopped serving under load, and how: why `theirs` and `ratio` are null. `ours` was measured all the same. */
  readonly gaveUp?: string;
}

/** A line of a contender whose opponent gave up. */
export interface Alone extends Line {
  readonly ratio: null;
  readonly gaveUp: string;
}

/** A line of two contenders that took turns. */
export interface Duel extends Line {
  readonly ratio: number;
  readonly ours: number;
  readonly theirs: number;
  /** The ratio of each pair of turns, in order. */
  readonly pairs: readonly number[];
  readonly latencyMs: { readonly ours: Latency; readonly theirs: Latency };
  /** Seconds that each needed after a turn to finish what it had put off. */
  readonly settleSeconds: { readonly ours: number; readonly theirs: number };
  /** CPU microseconds of each part for one call; absent where the system does not tell. */
  readonly cpuMicrosPerCall?: { readonly ours: CpuOfParts; readonly theirs: CpuOfParts };
  /** Share of the machine's CPU time that went to none of these parts: the less, the more the figures are worth. */
  readonly cpuElsewhere?: { readonly ours: number; readonly theirs: number };
}

/** Milliseconds; absent where a contender does not tell. */
export interface Latency {
  readonly p50?: number;
  readonly p99?: number;
}

export type CpuOfParts = Record<string, number>;

/** Whether a ratio has reached its target. */
export const reached = (ratio: number, target: number | null): boolean | null =>
  target === null ? null : ratio >= target;

/** A line for a bench that this machine cannot run. */
export function leftOut(
  names: Pick<Line, "bench" | "against" | "unit" | "target" | "seconds">,
  why: string,
): Line {
  return { ...names, ratio: null, met: null, ours: null, theirs: null, leftOut: why };
}

/** A JSON line on standard output. */
export function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Progress for the person who waits, on standard error. */
export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
