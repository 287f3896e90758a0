import { availableParallelism } from "node:os";
import { busySeconds, cpuSeconds, processTable } from "./cpu.ts";
import type { LoadResult } from "./load/plan.ts";
import { type CpuOfParts, type Latency, type Result, tell } from "./report.ts";
import { median, significant } from "./statistics.ts";

/** One side of a comparison. */
export interface Contender {
  readonly name: string;
  /** Process ids by part, for CPU per call. */
  readonly parts: Readonly<Record<string, number>>;
  /** Applies load for one turn. @throws Error when a call fails */
  turn(): Promise<LoadResult>;
  /** Waits until nothing of the turn goes on in the background. */
  settle?(): Promise<void>;
  /** Rows that the calls have left in the database so far. */
  stored?(): Promise<number>;
}

/** Pairs of turns; an odd number, so that the median is one of them. */
const pairs = 3;

/** Share of the CPU for anything else above which the person is told that the figures are doubtful. */
const elsewhereMax = 0.15;

interface Turn {
  readonly perSecond: number;
  readonly latency: Latency;
  readonly cpu: CpuOfParts;
  /** Share of the machine's CPU time that went to something else. */
  readonly elsewhere: number;
}

function cpuOf(parts: Contender["parts"]): CpuOfParts {
  const table = processTable();
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, pid]) => {
      const used = cpuSeconds(table, pid);
      return used === undefined ? [] : [[name, used]];
    }),
  );
}

/** Starts to measure CPU seconds; the function that it gives says what was used since then. */
function startMeter(
  parts: Contender["parts"],
): () => { seconds: CpuOfParts; busy: number; capacity: number } {
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
async function takeTurn(contender: Contender): Promise<Turn> {
  const storedBefore = await contender.stored?.();
  const meter = startMeter(contender.parts);
  const result = await contender.turn();
  await contender.settle?.();
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
    latency: { p50: result.p50, p99: result.p99 },
    cpu: Object.fromEntries(micros),
    elsewhere: Math.max(0, used.busy - known) / used.capacity,
  };
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

/** The medians of several turns of one contender. */
function summary(turns: readonly Turn[]): Turn {
  const middle = (pick: (turn: Turn) => number) => median(turns.map(pick));
  const names = Object.keys(turns[0]?.cpu ?? {});
  return {
    perSecond: significant(middle((turn) => turn.perSecond)),
    latency: {
      p50: significant(
        middle((turn) => turn.latency.p50),
        3,
      ),
      p99: significant(
        middle((turn) => turn.latency.p99),
        3,
      ),
    },
    cpu: Object.fromEntries(names.map((name) => [name, Math.round(middle((turn) => turn.cpu[name] ?? 0))])),
    elsewhere: significant(
      middle((turn) => turn.elsewhere),
      2,
    ),
  };
}

/** Lets two contenders take turns, ours first, and compares each pair of turns. */
export async function duel(
  ours: Contender,
  theirs: Contender,
  names: Pick<Result, "bench" | "against" | "target" | "seconds">,
): Promise<Result> {
  const turns: { ours: Turn; theirs: Turn }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    turns.push({ ours: await takeTurn(ours), theirs: await takeTurn(theirs) });
  }
  const elsewhere = Math.max(...turns.flatMap((turn) => [turn.ours.elsewhere, turn.theirs.elsewhere]));
  if (elsewhere > elsewhereMax) {
    tell(
      `  other programs took up to ${Math.round(elsewhere * 100)} % of the CPU: repeat this when they rest`,
    );
  }
  const ratios = turns.map((turn) => turn.ours.perSecond / turn.theirs.perSecond);
  const our = summary(turns.map((turn) => turn.ours));
  const their = summary(turns.map((turn) => turn.theirs));
  return {
    bench: names.bench,
    against: names.against,
    ratio: significant(median(ratios), 3),
    unit: "calls/s",
    target: names.target,
    ours: our.perSecond,
    theirs: their.perSecond,
    seconds: names.seconds,
    pairs: ratios.map((ratio) => significant(ratio, 3)),
    latencyMs: { ours: our.latency, theirs: their.latency },
    ...(process.platform === "linux"
      ? {
          cpuMicrosPerCall: { ours: our.cpu, theirs: their.cpu },
          cpuElsewhere: { ours: our.elsewhere, theirs: their.elsewhere },
        }
      : {}),
  };
}
