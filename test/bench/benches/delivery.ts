import { setTimeout as sleep } from "node:timers/promises";
import { uuidOf } from "../../../src/domain/identifier/identifier.ts";
import { withClient } from "../database.ts";
import type { DeliveryLoad, Source } from "../delivery/plan.ts";
import { clientOf } from "../provision.ts";
import { eventData, paymentFacts } from "../sql/rows.ts";
import { makeWallets } from "../wallets.ts";
import { payOne, termsOf } from "./payments-authorize-sql.ts";
import type { Setting } from "./setting.ts";
import { createOne, oursOf } from "./targets.ts";

const waitMs = 60_000;

/** A merchant with an endpoint. */
export interface Endpoint {
  readonly merchantId: string;
  readonly webhookId: string;
  /** Number of its receiver. */
  readonly number: number;
}

/** Makes merchants with one endpoint each, and waits until all are enabled. @param merchants existing merchants to take instead of new ones */
export async function makeEndpoints(
  { product }: Pick<Setting, "product">,
  load: DeliveryLoad,
  count: number,
  { merchants = [], ...settings }: { merchants?: readonly string[]; concurrency?: number } = {},
): Promise<Endpoint[]> {
  await using api = clientOf(product);
  const made: Endpoint[] = [];
  for (let number = 0; number < count; number++) {
    const merchantId = merchants[number] ?? (await newMerchant(api, number));
    const { data } = await api.POST("/api/v1/events/webhooks", {
      body: { tenantId: merchantId, url: load.url(number), eventTypes: ["payment.completed"], ...settings },
    });
    made.push({ merchantId, webhookId: data.webhook.webhookId, number });
  }
  await untilTrue(
    product.databaseUrl,
    "select count(*) = cardinality($1::uuid[]) as done from webhook where webhook_id = any($1::uuid[]) and status = 'enabled'",
    [made.map(({ webhookId }) => uuidOf("webhook", webhookId))],
  );
  // The worker notices within a second that somebody wants events.
  await sleep(1_500);
  return made;
}

async function newMerchant(api: ReturnType<typeof clientOf>, number: number): Promise<string> {
  const { data } = await api.POST("/api/v1/merchants", { body: { name: `Receiver ${number}` } });
  return data.merchantId;
}

/** Deletes endpoints, so that the next bench has no deliveries. */
export async function removeEndpoints(
  { product }: Pick<Setting, "product">,
  endpoints: readonly Endpoint[],
): Promise<void> {
  await using api = clientOf(product);
  for (const { webhookId } of endpoints)
    await api.POST("/api/v1/events/webhooks/{webhookId}/delete", { params: { path: { webhookId } } });
}

/** Waits until endpoints have got everything that happened. */
export const untilDelivered = (databaseUrl: string): Promise<void> =>
  untilTrue(
    databaseUrl,
    `select not exists (select from outbox) and not exists (select from webhook_cursor c join webhook w using (webhook_id)
       where w.status = 'enabled' and c.ready_position > c.position) as done`,
  );

/** Waits until a query's one row is true. @throws Error when it does not become true in time */
export function untilTrue(url: string, query: string, values: readonly unknown[] = []): Promise<void> {
  return withClient(url, async (client) => {
    for (const end = Date.now() + waitMs; ; await sleep(20)) {
      const { rows } = await client.query(query, [...values]);
      if (rows[0].done) return;
      if (Date.now() > end) throw new Error(`still false after ${waitMs / 1000} s: ${query}`);
    }
  });
}

/** Makes a payment that a wallet pays. @returns its identifier */
export async function paidPayment(setting: Setting): Promise<string> {
  const { paymentId } = await createOne(setting, oursOf(setting));
  const facts = await paymentFacts(setting.product.databaseUrl, paymentId);
  const { terms, nonce } = await termsOf(setting, paymentId);
  const wallets = await makeWallets(setting.product.databaseUrl, facts, 1);
  await payOne(setting, wallets, { paymentId, nonce }, terms);
  return paymentId;
}

/** The source of events like that of a payment which is completed, for endpoints of merchants in turn. */
export async function sourceOf(
  { product }: Pick<Setting, "product">,
  paymentId: string,
  merchantIds: readonly string[],
): Promise<Source> {
  const data = await eventData(product.databaseUrl, "payment.completed", paymentId);
  return {
    kind: "events",
    databaseUrl: product.databaseUrl,
    targets: merchantIds,
    subject: paymentId,
    data: data.toString("base64"),
  };
}
