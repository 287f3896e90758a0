import { type DeliveryLoad, startDeliveryLoad } from "../delivery/plan.ts";
import type { LoadResult } from "../load/plan.ts";
import { loadShape } from "../load/start.ts";
import { paymentFacts } from "../sql/rows.ts";
import { median, significant } from "../statistics.ts";
import { type Contender, summary, type Turn, takeTurn, warnOfOthers } from "../turn.ts";
import { makeWallets } from "../wallets.ts";
import { makeEndpoints, removeEndpoints, untilDelivered } from "./delivery.ts";
import { authorizing, termsOf } from "./payments-authorize-sql.ts";
import type { Bench, Setting } from "./setting.ts";
import { createOne, oursOf } from "./targets.ts";

/** Payments a second of the first figure. */
const rate = 200;
const wallets = 100;
/** Milliseconds: at that rate, and at half of the highest rate. */
const targets = { atRate: 15, atHalf: 100 };
const turnCount = 3;

/** Pays at a rate, and takes the times of the deliveries instead of those of the answers. */
function delivered(setting: Setting, paying: Contender, load: DeliveryLoad): Contender {
  const { seconds, product } = setting;
  return {
    ...paying,
    turn: async (): Promise<LoadResult> => {
      const turn = load.turn({ warmUpSeconds: loadShape.warmUpSeconds, seconds });
      const [paid, { calls, p50, p99 }] = await Promise.all([paying.turn(), turn]);
      return { ...paid, calls, ...(p50 === undefined ? {} : { p50 }), ...(p99 === undefined ? {} : { p99 }) };
    },
    settle: () => untilDelivered(product.databaseUrl),
  };
}

async function turns(contender: Contender, count: number): Promise<Turn[]> {
  const taken: Turn[] = [];
  while (taken.length < count) taken.push(await takeTurn(contender));
  return taken;
}

/**
 * Time from the event of a payment to its delivery at the receiver, the first attempt. The event's identifier has the time at which its
 * transaction writes it, so the commit is part of the time.
 */
export const eventsFirstAttempt: Bench = {
  name: "events.first_attempt/p99_ms",
  async run(setting) {
    const { processes, product, made, seconds } = setting;
    const { paymentId } = await createOne(setting, oursOf(setting));
    const facts = await paymentFacts(product.databaseUrl, paymentId);
    const { terms } = await termsOf(setting, paymentId);
    const payers = await makeWallets(product.databaseUrl, facts, wallets);
    const load = await startDeliveryLoad(processes);
    const merchants = [made.merchantId];
    const endpoints = await makeEndpoints(setting, load, 1, { merchants, concurrency: 50 });
    try {
      const paying = (perSecond?: number) => authorizing(setting, payers, terms, facts, perSecond);
      const fastest = { ...(await paying()), settle: () => untilDelivered(product.databaseUrl) };
      const highest = median((await turns(fastest, turnCount)).map(({ perSecond }) => perSecond));
      const half = Math.round(highest / 2);
      const atRate = await turns(delivered(setting, await paying(rate), load), turnCount);
      const atHalf = await turns(delivered(setting, await paying(half), load), turnCount);
      warnOfOthers([...atRate, ...atHalf]);
      const [slow, fast] = [summary(atRate), summary(atHalf)];
      const value = slow.latency.p99 ?? Number.NaN;
      const valueAtHalf = fast.latency.p99 ?? Number.NaN;
      return {
        bench: this.name,
        against: `the time in each event's identifier, at ${rate} payments a second and at half of the highest rate`,
        value,
        unit: "ms",
        target: targets.atRate,
        met: value <= targets.atRate && valueAtHalf <= targets.atHalf,
        ours: value,
        theirs: null,
        seconds,
        atHalf: { value: valueAtHalf, target: targets.atHalf, callsPerSecond: half },
        highestCallsPerSecond: significant(highest),
        latencyMs: { atRate: slow.latency, atHalf: fast.latency },
        cpuMicrosPerCall: { atRate: slow.cpu, atHalf: fast.cpu },
        cpuElsewhere: { atRate: slow.elsewhere, atHalf: fast.elsewhere },
      };
    } finally {
      await removeEndpoints(setting, endpoints);
      await load.close();
    }
  },
};
