import { join } from "node:path";
import { duel } from "../duel.ts";
import { emptySize, type Store, startFilled } from "../growth/start.ts";
import { type Duel, tell } from "../report.ts";
import type { Contender } from "../turn.ts";
import { verifyOne } from "./authenticity-cached.ts";
import type { Bench, Setting } from "./setting.ts";
import {
  authenticityRequests,
  authorised,
  createOne,
  creating,
  httpContender,
  oursOf,
  reading,
} from "./targets.ts";

const whole = { payments: 5_000_000, assets: 1_000_000 };

/** The same measurements as in the other benches, of one store. */
function contenders(setting: Setting, store: Store, name: string): Record<string, Contender> {
  const own = { ...setting, ...store };
  const target = { ...oursOf(store), name };
  return {
    "payments.create": creating(own, target),
    "payments.get": reading(own, target, store.paymentIds),
    authenticity: httpContender(own, target, {
      requests: authenticityRequests(store),
      headers: authorised(store.made),
      keyed: false,
    }),
  };
}

/** A store with five million payments and a million assets, against an empty one. */
export const growth: Bench = {
  name: "growth/empty",
  async run(setting) {
    const { processes, dir, seconds } = setting;
    const size = {
      payments: Math.ceil(whole.payments * setting.growth),
      assets: Math.ceil(whole.assets * setting.growth),
    };
    tell("  starting two more …");
    const empty = await startFilled(processes, join(dir, "empty"), emptySize);
    const full = await startFilled(processes, join(dir, "full"), size);
    try {
      const names = {
        bench: this.name,
        against: "an empty store; the ratio is the worst of the three in parts",
        target: 0.9,
        seconds,
      };
      await createOne(full, oursOf(full));
      for (const store of [full, empty]) await verifyOne(store);
      const theirs = contenders(setting, empty, "empty");
      const parts: Record<string, Duel> = {};
      for (const [part, contender] of Object.entries(contenders(setting, full, "full"))) {
        tell(`  ${part}`);
        const line = await duel(contender, theirs[part] as Contender, names);
        // The opponent is the product itself.
        if (line.ratio === null) throw new Error(line.gaveUp);
        parts[part] = line;
      }
      return {
        ...worst(Object.values(parts)),
        size,
        parts: Object.fromEntries(Object.entries(parts).map(short)),
      };
    } finally {
      await full.product.close();
      await empty.product.close();
    }
  },
};

/** The line with the lowest ratio. */
export function worst(lines: readonly Duel[]): Duel {
  const [first, ...rest] = lines;
  if (!first) throw new Error("nothing was measured");
  return rest.reduce((low, line) => (line.ratio < low.ratio ? line : low), first);
}

/** What the line says of each part. */
function short([part, line]: [string, Duel]): [string, object] {
  const { ratio, ours, theirs, pairs, latencyMs, cpuMicrosPerCall } = line;
  return [part, { ratio, ours, theirs, pairs, latencyMs, cpuMicrosPerCall }];
}
