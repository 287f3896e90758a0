// Deliveries by pg-boss as its documentation advises for many jobs: batches, several workers, a full batch is followed by the next at once.
import { createHmac } from "node:crypto";
import { PgBoss } from "pg-boss";
import { Agent } from "undici";
import { endWithParent, report, settings } from "../child.ts";
import { queueName, thisMachine } from "./plan.ts";

/** What it needs to start. */
export interface PgBossSettings {
  readonly databaseUrl: string;
}

interface Delivery {
  readonly url: string;
  readonly event: { readonly id: string };
}

const workers = 4;
const batchSize = 100;

const { databaseUrl } = await settings<PgBossSettings>();
const secret = Buffer.alloc(32, 7);
const agent = new Agent({
  connections: batchSize,
  pipelining: 1,
  keepAliveTimeout: 60_000,
  connect: { lookup: (_host, _options, found) => found(null, [{ address: thisMachine, family: 4 }]) },
});

async function send({ url, event }: Delivery): Promise<void> {
  const { origin, pathname: path } = new URL(url);
  const body = JSON.stringify(event);
  const at = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", secret).update(`${event.id}.${at}.${body}`).digest("base64");
  const answer = await agent.request({
    origin,
    path,
    method: "POST",
    headers: {
      "content-type": "application/cloudevents+json; charset=utf-8",
      "webhook-id": event.id,
      "webhook-timestamp": at,
      "webhook-signature": `v1,${signature}`,
    },
    body,
    headersTimeout: 15_000,
  });
  await answer.body.dump();
  if (answer.statusCode > 299) throw new Error(`${url} answered ${answer.statusCode}`);
}

const boss = new PgBoss({ connectionString: databaseUrl, max: 10 });
boss.on("error", (error) => process.stderr.write(`pg-boss: ${error.message}\n`));
await boss.start();
await boss.createQueue(queueName, { retryLimit: 5, retryBackoff: true });
await boss.work<Delivery>(
  queueName,
  { batchSize, localConcurrency: workers, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true },
  async (jobs) => {
    await Promise.all(jobs.map(({ data }) => send(data)));
  },
);
endWithParent(async () => {
  await boss.stop({ graceful: false });
  await agent.destroy();
});
report({ ready: true });
