import { type GivenUp, unlessGivenUp } from "../duel.ts";
import { type Line, tell } from "../report.ts";
import { median, significant } from "../statistics.ts";
import { type Contender, summary, type Turn, takeTurn, warnOfOthers } from "../turn.ts";
import type { Bench, Setting } from "./setting.ts";
import { controlOf, creating, oursOf, readingNew, type Target } from "./targets.ts";

/** Turns at half of the highest rate; odd, so that the median is one of them. */
const turnCount = 3;

/** What is called, by a load of this rate, or as fast as it goes without one. */
type Calls = (setting: Setting, target: Target, rate?: number) => Promise<Contender>;

const creatingAt: Calls = async (setting, target, rate) =>
  creating(setting, target, rate === undefined ? {} : { rate });

const readingAt: Calls = (setting, target, rate) =>
  readingNew(setting, target, rate === undefined ? {} : { rate });

/** One contender at half of its highest rate. */
export interface Measured {
  readonly highest: number;
  readonly rate: number;
  readonly turn: Turn;
}

/** Finds the highest rate in a closed loop, then measures at half of it in an open one. */
async function measure(setting: Setting, target: Target, calls: Calls): Promise<Measured> {
  const fastest = await calls(setting, target);
  const highest = median([
    (await takeTurn(fastest)).perSecond,
    (await takeTurn(fastest)).perSecond,
    (await takeTurn(fastest)).perSecond,
  ]);
  const rate = Math.max(1, Math.round(highest / 2));
  tell(`  ${target.name} at ${rate} calls/s:`);
  const halved = await calls(setting, target, rate);
  const turns: Turn[] = [];
  while (turns.length < turnCount) turns.push(await takeTurn(halved));
  warnOfOthers(turns);
  return { highest: significant(highest), rate, turn: summary(turns) };
}

async function latency(setting: Setting, bench: string, target: number, calls: Calls): Promise<Line> {
  const ours = await measure(setting, oursOf(setting), calls);
  const control = controlOf(setting, await setting.control());
  const theirs = await unlessGivenUp(control.name, () => measure(setting, control, calls));
  return latencyLine({ bench, target, seconds: setting.seconds }, ours, theirs);
}

/** The line of what was measured. Ours is judged whether or not the control could be measured. */
export function latencyLine(
  { bench, target, seconds }: { bench: string; target: number; seconds: number },
  ours: Measured,
  control: Measured | GivenUp,
): Line {
  const theirs = "gaveUp" in control ? undefined : control;
  const value = ours.turn.latency.p99 ?? Number.NaN;
  const pair = <T>(pick: (measured: Measured) => T) => ({
    ours: pick(ours),
    theirs: theirs ? pick(theirs) : null,
  });
  const more = {
    atCallsPerSecond: pair(({ rate }) => rate),
    highestCallsPerSecond: pair(({ highest }) => highest),
    latencyMs: pair(({ turn }) => turn.latency),
    cpuMicrosPerCall: pair(({ turn }) => turn.cpu),
    cpuElsewhere: pair(({ turn }) => turn.elsewhere),
    ...("gaveUp" in control ? { gaveUp: control.gaveUp } : {}),
  };
  return {
    bench,
    against: "half of the highest rate found; theirs is the plain control at half of its own",
    value,
    unit: "ms",
    target,
    met: value < target,
    ours: value,
    theirs: theirs?.turn.latency.p99 ?? null,
    seconds,
    ...more,
  };
}

/** 99th percentile of creating payments at half of the highest rate. */
export const latencyWrite: Bench = {
  name: "latency.write/p99_ms",
  run: (setting) => latency(setting, "latency.write/p99_ms", 25, creatingAt),
};

/** 99th percentile of reading payments at half of the highest rate. */
export const latencyRead: Bench = {
  name: "latency.read/p99_ms",
  run: (setting) => latency(setting, "latency.read/p99_ms", 10, readingAt),
};
