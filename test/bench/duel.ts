import { type Duel, type Line, reached } from "./report.ts";
import { median, significant } from "./statistics.ts";
import { type Contender, summary, type Turn, takeTurn, warnOfOthers } from "./turn.ts";

/** Pairs of turns; an odd number, so that the median is one of them. */
const pairs = 3;

/** Lets two contenders take turns, each the first in every other pair, and compares each pair of turns. */
export async function duel(
  ours: Contender,
  theirs: Contender,
  names: Pick<Line, "bench" | "against" | "target" | "seconds"> & { readonly unit?: string },
): Promise<Duel> {
  const turns: { ours: Turn; theirs: Turn }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    if (pair % 2 === 0) {
      const our = await takeTurn(ours);
      turns.push({ ours: our, theirs: await takeTurn(theirs) });
    } else {
      const their = await takeTurn(theirs);
      turns.push({ ours: await takeTurn(ours), theirs: their });
    }
  }
  return compare(turns, names);
}

/** The line that pairs of turns come to. */
export function compare(
  turns: readonly { readonly ours: Turn; readonly theirs: Turn }[],
  names: Pick<Line, "bench" | "against" | "target" | "seconds"> & { readonly unit?: string },
): Duel {
  warnOfOthers(turns.flatMap((turn) => [turn.ours, turn.theirs]));
  const ratios = turns.map((turn) => turn.ours.perSecond / turn.theirs.perSecond);
  const our = summary(turns.map((turn) => turn.ours));
  const their = summary(turns.map((turn) => turn.theirs));
  const ratio = significant(median(ratios), 3);
  return {
    bench: names.bench,
    against: names.against,
    ratio,
    unit: names.unit ?? "calls/s",
    target: names.target,
    met: reached(ratio, names.target),
    ours: our.perSecond,
    theirs: their.perSecond,
    seconds: names.seconds,
    pairs: ratios.map((one) => significant(one, 3)),
    latencyMs: { ours: our.latency, theirs: their.latency },
    settleSeconds: { ours: our.settle, theirs: their.settle },
    ...(process.platform === "linux"
      ? {
          cpuMicrosPerCall: { ours: our.cpu, theirs: their.cpu },
          cpuElsewhere: { ours: our.elsewhere, theirs: their.elsewhere },
        }
      : {}),
  };
}
