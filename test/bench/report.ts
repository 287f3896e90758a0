/** One line on standard output: what was measured against what. */
export interface Result {
  readonly bench: string;
  /** What it was measured against, in words. */
  readonly against: string;
  /** Median over the pairs of turns of ours divided by theirs. */
  readonly ratio: number;
  /** Of `ours` and `theirs`. */
  readonly unit: "calls/s";
  /** The ratio to reach, or null where nobody has set one. */
  readonly target: number | null;
  readonly ours: number;
  readonly theirs: number;
  /** Measured seconds of each turn. */
  readonly seconds: number;
  /** The ratio of each pair of turns, in order. */
  readonly pairs: readonly number[];
  readonly latencyMs: { readonly ours: Latency; readonly theirs: Latency };
  /** CPU microseconds of each part for one call; absent where the system does not tell. */
  readonly cpuMicrosPerCall?: { readonly ours: CpuOfParts; readonly theirs: CpuOfParts };
  /** Share of the machine's CPU time that went to none of these parts: the less, the more the figures are worth. */
  readonly cpuElsewhere?: { readonly ours: number; readonly theirs: number };
  /** Further figures of the same thing, e.g. of a second opponent. */
  readonly also?: Record<string, number>;
}

/** Milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

export type CpuOfParts = Record<string, number>;

/** A JSON line on standard output. */
export function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Progress for the person who waits, on standard error. */
export function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
