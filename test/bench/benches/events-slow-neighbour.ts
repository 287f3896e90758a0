import { setTimeout as sleep } from "node:timers/promises";
import { uuidOf } from "../../../src/domain/identifier/identifier.ts";
import { withClient } from "../database.ts";
import { type DeliveryLoad, hostOf, startDeliveryLoad } from "../delivery/plan.ts";
import { loadShape } from "../load/start.ts";
import { median, significant } from "../statistics.ts";
import { type Contender, summary, type Turn, takeTurn, warnOfOthers } from "../turn.ts";
import {
  type Endpoint,
  makeEndpoints,
  paidPayment,
  removeEndpoints,
  sourceOf,
  untilTrue,
} from "./delivery.ts";
import type { Bench, Setting } from "./setting.ts";
import { databaseOf } from "./targets.ts";

/** Endpoints of as many merchants, and those of them whose receivers accept requests and never answer. */
const endpointCount = 200;
const hangingCount = 20;
/** Events a second, for all endpoints in turn. */
const rate = 200;
/** Longer than an attempt, so that attempts also end without an answer. */
const secondsPreset = 20;
const pairs = 3;
const target = 1.2;

/** Deliveries to endpoints of which some hang, and only the others count. */
function contender(
  { product }: Setting,
  load: DeliveryLoad,
  endpoints: readonly Endpoint[],
  { seconds, hanging }: { seconds: number; hanging: readonly Endpoint[] },
): Contender {
  const { databaseUrl, parts } = product;
  const hosts = hanging.map(({ number }) => hostOf(number));
  return {
    name: hanging.length > 0 ? `with ${hanging.length} hanging` : "without",
    parts: { ...databaseOf(parts), worker: parts.worker ?? [] },
    turn: () => load.turn({ warmUpSeconds: loadShape.warmUpSeconds, seconds, rate, hanging: hosts }),
    settle: () => recovered(databaseUrl, endpoints),
  };
}

/** Waits until no endpoint is leased that has failed, and lets all begin anew: the breaker would hold them for minutes. */
async function recovered(databaseUrl: string, endpoints: readonly Endpoint[]): Promise<void> {
  const ids = endpoints.map(({ webhookId }) => uuidOf("webhook", webhookId));
  await untilTrue(
    databaseUrl,
    "select not exists (select from webhook_cursor where webhook_id = any($1::uuid[]) and lease_owner is not null) as done",
    [ids],
  );
  await withClient(databaseUrl, async (client) => {
    await client.query("delete from webhook_retry where webhook_id = any($1::uuid[])", [ids]);
    await client.query(
      `update webhook_cursor set failures = 0, failing_since = null, held_until = null, due_at = null, position = ready_position
       where webhook_id = any($1::uuid[])`,
      [ids],
    );
  });
  await sleep(500);
}

/** What receivers that hang cost the others: the 99th percentile of the others, against that of the same without any that hang. */
export const eventsSlowNeighbour: Bench = {
  name: "events.slow_neighbour",
  async run(setting) {
    const { processes, secondsAsked, product } = setting;
    const seconds = secondsAsked ?? secondsPreset;
    const paymentId = await paidPayment(setting);
    const load = await startDeliveryLoad(processes);
    const endpoints = await makeEndpoints(setting, load, endpointCount);
    try {
      const merchants = endpoints.map(({ merchantId }) => merchantId);
      await load.open(await sourceOf(setting, paymentId, merchants));
      const hanging = endpoints.filter(({ number }) => number % (endpointCount / hangingCount) === 0);
      const without = contender(setting, load, endpoints, { seconds, hanging: [] });
      const beside = contender(setting, load, endpoints, { seconds, hanging });
      await recovered(product.databaseUrl, endpoints);
      const taken: { without: Turn; beside: Turn }[] = [];
      for (let pair = 0; pair < pairs; pair++) {
        const first = pair % 2 === 0 ? await takeTurn(without) : undefined;
        const second = await takeTurn(beside);
        taken.push({ without: first ?? (await takeTurn(without)), beside: second });
      }
      warnOfOthers(taken.flatMap((pair) => [pair.without, pair.beside]));
      const ratios = taken.map(
        (pair) => (pair.beside.latency.p99 ?? Number.NaN) / (pair.without.latency.p99 ?? Number.NaN),
      );
      const [alone, both] = [
        summary(taken.map((pair) => pair.without)),
        summary(taken.map((pair) => pair.beside)),
      ];
      const ratio = significant(median(ratios), 3);
      return {
        bench: this.name,
        against: `the same ${endpointCount} endpoints without the ${hangingCount} that hang, at ${rate} events a second`,
        ratio,
        unit: "ms",
        target,
        met: ratio <= target,
        ours: both.latency.p99 ?? null,
        theirs: alone.latency.p99 ?? null,
        seconds,
        pairs: ratios.map((one) => significant(one, 3)),
        latencyMs: { ours: both.latency, theirs: alone.latency },
        cpuMicrosPerCall: { ours: both.cpu, theirs: alone.cpu },
        cpuElsewhere: { ours: both.elsewhere, theirs: alone.elsewhere },
      };
    } finally {
      await removeEndpoints(setting, endpoints);
      await load.close();
    }
  },
};
