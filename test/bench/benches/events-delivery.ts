import { idOf } from "../../../src/domain/identifier/identifier.ts";
import { countWhere, createDatabase, withClient } from "../database.ts";
import type { PgBossSettings } from "../delivery/pg-boss.ts";
import { type DeliveryLoad, queueName, startDeliveryLoad } from "../delivery/plan.ts";
import { duel } from "../duel.ts";
import { callOnce } from "../http.ts";
import type { Contender } from "../turn.ts";
import {
  makeEndpoints,
  paidPayment,
  removeEndpoints,
  sourceOf,
  untilDelivered,
  untilTrue,
} from "./delivery.ts";
import type { Bench, Setting } from "./setting.ts";
import { authorised, databaseOf } from "./targets.ts";

/** Receivers, of a merchant each. */
const receivers = 8;
/** Requests that each receiver gets at once. */
const concurrency = 32;
/** Most events that wait for their delivery. */
const waitingMax = 3_000;
/** Longer than elsewhere, because the code of a new worker is compiled while it delivers. */
const warmUpSeconds = 3;
const target = 1.2;

const turnOf =
  (load: DeliveryLoad, { seconds }: Setting) =>
  () =>
    load.turn({ warmUpSeconds, seconds, waitingMax });

/** The product: its worker gives the events their order and delivers them. */
function delivering(setting: Setting, load: DeliveryLoad): Contender {
  const { databaseUrl, parts } = setting.product;
  return {
    name: "pda",
    parts: { ...databaseOf(parts), worker: parts.worker ?? [] },
    turn: turnOf(load, setting),
    settle: () => untilDelivered(databaseUrl),
    stored: () => countWhere(databaseUrl, "webhook_delivery", "error is null and position > 0"),
  };
}

/** Starts pg-boss with a database of its own on the product's server. @param event JSON text of an event as receivers get it */
async function startPgBoss(setting: Setting, event: string): Promise<Contender> {
  const { processes, product } = setting;
  const databaseUrl = await createDatabase(product.adminUrl, product.databaseUrl, "bench_pg_boss");
  const settings: PgBossSettings = { databaseUrl };
  const worker = await processes.startModule(
    "pg-boss",
    new URL("../delivery/pg-boss.ts", import.meta.url),
    settings,
  );
  const load = await startDeliveryLoad(processes);
  await load.open({
    kind: "jobs",
    databaseUrl,
    targets: Array.from({ length: receivers }, (_, number) => load.url(number)),
    subject: "",
    data: event,
  });
  return {
    name: "pg-boss",
    parts: { ...databaseOf(product.parts), worker: [worker.pid] },
    turn: turnOf(load, setting),
    settle: () =>
      untilTrue(databaseUrl, "select not exists (select from pgboss.job where state < 'completed') as done"),
    stored: () => countWhere(databaseUrl, "pgboss.job", `name = '${queueName}' and state = 'completed'`),
  };
}

/** JSON text of a payment's event, as receivers get it. */
async function eventText({ product }: Setting, paymentId: string): Promise<string> {
  const { port, ca, operatorKey, databaseUrl } = product;
  await untilDelivered(databaseUrl);
  const eventId = await withClient(databaseUrl, async (client) => {
    const query = "select event_id from event where type = 'payment.completed' and subject = $1";
    return idOf("event", (await client.query(query, [paymentId])).rows[0].event_id);
  });
  const headers = authorised({ apiKey: operatorKey });
  const { data } = await callOnce({ port, ca, method: "GET", path: `/api/v1/events/${eventId}`, headers });
  return JSON.stringify(data);
}

/** Deliveries of events to receivers, as many as are possible, against a queue of jobs that does the same. */
export const eventsDelivery: Bench = {
  name: "events.delivery/pg-boss",
  async run(setting) {
    const { processes, product, seconds } = setting;
    const paymentId = await paidPayment(setting);
    const load = await startDeliveryLoad(processes);
    const endpoints = await makeEndpoints(setting, load, receivers, { concurrency });
    const merchants = endpoints.map(({ merchantId }) => merchantId);
    await load.open(await sourceOf(setting, paymentId, merchants));
    const event = await eventText(setting, paymentId);
    try {
      const line = await duel(delivering(setting, load), () => startPgBoss(setting, event), {
        bench: this.name,
        against: `pg-boss: batched inserts, 4 workers with batches of 100, undici, HMAC, ${event.length} bytes each`,
        unit: "deliveries/s",
        target,
        seconds,
      });
      return line;
    } finally {
      await removeEndpoints({ product }, endpoints);
    }
  },
};
