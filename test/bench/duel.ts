import { GaveUp } from "./load/gave-up.ts";
import { type Alone, type Duel, type Line, reached, tell } from "./report.ts";
import { median, significant } from "./statistics.ts";
import { type Contender, summary, type Turn, takeTurn, warnOfOthers } from "./turn.ts";

/** Pairs of turns that count; an odd number, so that the median is one of them. */
const pairs = 3;
/** Pairs before them that do not count: the programs compile their code while it runs, which a deployment has behind it. */
const pairsBefore = 1;

type Names = Pick<Line, "bench" | "against" | "target" | "seconds"> & { readonly unit?: string };

/** Says which opponent gave up, and how. */
export interface GivenUp {
  readonly gaveUp: string;
}

/** Does something with an opponent. @returns what came of it, or that the opponent gave up @throws any other error */
export async function unlessGivenUp<T>(name: string, work: () => Promise<T>): Promise<T | GivenUp> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error;
    const gaveUp = `${name}: ${error.message}`;
    tell(`  gave up: ${gaveUp}`);
    return { gaveUp };
  }
}

/**
 * Lets two contenders take turns, each the first in every other pair, and compares each pair of turns. When the opponent gives up, the
 * first goes on alone.
 *
 * @param theirs the opponent, or what makes it ready
 * @throws GaveUp when the first gives up
 */
export async function duel(
  ours: Contender,
  theirs: Contender | (() => Promise<Contender>),
  names: Names,
): Promise<Duel | Alone> {
  const opponent =
    typeof theirs === "function" ? await unlessGivenUp(names.against, async () => theirs()) : theirs;
  const our: Turn[] = [];
  const their: Turn[] = [];
  let end: GivenUp | undefined = "gaveUp" in opponent ? opponent : undefined;
  const opponentsTurn = async (): Promise<void> => {
    if (end || "gaveUp" in opponent) return;
    const taken = await unlessGivenUp(opponent.name, async () => takeTurn(opponent));
    if ("gaveUp" in taken) end = taken;
    else their.push(taken);
  };
  for (let pair = 0; pair < pairsBefore + pairs; pair++) {
    if (pair % 2 !== 0) await opponentsTurn();
    our.push(await takeTurn(ours));
    if (pair % 2 === 0) await opponentsTurn();
  }
  const counted = our.slice(pairsBefore);
  if (end) return alone(counted, names, end);
  return compare(
    counted.map((turn, index) => ({ ours: turn, theirs: their[pairsBefore + index] as Turn })),
    names,
  );
}

/** The line of turns whose opponent gave up. */
function alone(turns: readonly Turn[], { unit = "calls/s", ...names }: Names, { gaveUp }: GivenUp): Alone {
  return { ...names, ratio: null, unit, met: null, ours: summary(turns).perSecond, theirs: null, gaveUp };
}

/** The line that pairs of turns come to. */
export function compare(
  turns: readonly { readonly ours: Turn; readonly theirs: Turn }[],
  names: Names,
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
