// An event of each type, as a worker delivers it to a receiver and as the stream sends it. The events have happened in the parts before.
import type { components, PdaClient } from "../../clients/typescript/src/index.ts";
import { EventReader } from "../../clients/typescript/src/index.ts";
import type { Demo, DemoOptions } from "../../src/cli/demo/demo.ts";
import { expectEqual, required } from "../../src/cli/demo/expect.ts";
import { randomAccount } from "../../src/cli/demo/network-account.ts";
import type { Delivery } from "../../src/codegen/asyncapi/examples.ts";
import type { Json } from "../../src/codegen/openapi/json.ts";
import { nameOfWord } from "../../src/codegen/openapi/schemas.ts";
import type { EventType } from "../../src/domain/event/event.ts";
import { checkCarried, checkPart } from "../support/asyncapi-document.ts";
import { EventStream } from "../support/event-stream.ts";
import { polite, type Received, Receiver } from "../support/receiver.ts";
import { Mask } from "./mask.ts";

type Event = components["schemas"]["Event"];
type Body = Event & { readonly dataref?: string };

/** What each type of event tells. */
const summaries: Readonly<Record<EventType, string>> = {
  "payment.created": "A merchant has created a payment",
  "payment.completed": "A wallet has paid",
  "payment.failed": "A payment has failed",
  "settlement.finalized": "A settlement is final on its network",
  "asset.revoked": "A publisher has revoked an asset",
  "refund.completed": "A merchant has refunded a payment",
  "ownership.transferred": "An asset has another owner",
  "merchant.settlement_account_requested": "Another settlement account was requested",
  "merchant.settlement_account_cancelled": "The request was cancelled",
  "merchant.settlement_account_changed": "The other settlement account has taken effect",
  "webhook.disabled": "An endpoint has answered 410",
};

/** All types of events. The installation that is recorded shows them all. */
export const eventTypes = Object.keys(summaries) as EventType[];

/** Makes each way send the first event of each type, checks all that comes by the AsyncAPI document, and returns the deliveries. */
export async function eventsOfEachType(
  demo: Demo,
  { baseUrl, ca, apiKey }: Pick<DemoOptions, "baseUrl" | "ca" | "apiKey">,
  network: string,
): Promise<Delivery[]> {
  const api = demo.operator;
  await changeAccount(api, network);
  const changed = "merchant.settlement_account_changed";
  const firsts = await demo.step("an event of each type has happened", () =>
    demo.until(
      "the change of the account",
      () => firstOfEach(api),
      (found) => found.has(changed),
    ),
  );
  const happened = eventTypes.filter((type) => type !== "webhook.disabled");
  expectEqual("types of events", [...firsts.keys()].sort(), happened.toSorted());
  await using receiver = await Receiver.startPlain();
  await using gone = await Receiver.startPlain((received, response) =>
    polite(received, response, () => void response.writeHead(410).end()),
  );
  const byTenant = Map.groupBy(firsts.values(), tenantOf);
  for (const [tenantId, events] of byTenant) {
    const types = tenantId.startsWith("mer_")
      ? [...eventTypes]
      : eventTypes.filter((type) => /^(asset|ownership)/.test(type));
    const webhookId = await endpoint(demo, { tenantId, url: receiver.plainUrl, eventTypes: types });
    await redeliver(api, webhookId, events);
  }
  const paid = required("a completed payment", firsts.get("payment.completed"));
  const tenantId = tenantOf(paid);
  const thin = { tenantId, url: receiver.plainUrl, eventTypes: [paid.type], thin: true };
  await redeliver(api, await endpoint(demo, thin), [paid]);
  // The endpoint that answers 410 is disabled, which the other endpoint of its tenant gets to know.
  const leaving = { tenantId, url: gone.plainUrl, eventTypes: [paid.type] };
  await redeliver(api, await endpoint(demo, leaving), [paid]);
  await demo.until(
    "each event was delivered",
    async () => receiver.received.map(bodyOf),
    (came) =>
      eventTypes.every((type) => came.some((body) => body.type === type)) &&
      came.some(({ dataref }) => dataref !== undefined),
  );
  for (const received of [...receiver.received, ...gone.received])
    checkCarried("webhookEndpoint", bodyOf(received), received.headers);
  await checkStream(demo, { baseUrl, ca, apiKey });
  return deliveriesOf(receiver.received);
}

/** Changes where a merchant is paid. The change takes effect after two days, so the clock is put ahead. */
async function changeAccount(api: PdaClient, network: string): Promise<void> {
  const body = { name: "Flower stand", settlementAccounts: [randomAccount(network)] };
  const { merchantId } = (await api.POST("/api/v1/merchants", { body })).data;
  await api.POST("/api/v1/merchants/{merchantId}/settlement-accounts/changes", {
    params: { path: { merchantId } },
    body: { network, settlementAccount: randomAccount(network) },
  });
  await api.POST("/api/v1/sandbox/clock/advance", { body: { seconds: "172801" } });
}

/** Returns the oldest event of each type. */
async function firstOfEach(api: PdaClient): Promise<Map<string, Event>> {
  const found = new Map<string, Event>();
  for await (const event of new EventReader(api, { pageSize: 200 }))
    if (!found.has(event.type)) found.set(event.type, event);
  return found;
}

/** Returns the merchant or the publisher whose event it is. */
function tenantOf({ data }: Event): string {
  const [resource] = Object.values(data) as { merchantId?: string; publisher?: string }[];
  return required("the tenant of an event", resource?.merchantId ?? resource?.publisher);
}

async function endpoint(demo: Demo, body: components["schemas"]["CreateWebhookRequest"]): Promise<string> {
  const api = demo.operator;
  const { data } = await api.POST("/api/v1/events/webhooks", { body });
  const { webhookId } = data.webhook;
  await demo.until(
    "the endpoint is enabled",
    () => api.GET("/api/v1/events/webhooks/{webhookId}", { params: { path: { webhookId } } }),
    (answer) => answer.data.enabled,
  );
  return webhookId;
}

async function redeliver(api: PdaClient, webhookId: string, events: readonly Event[]): Promise<void> {
  await api.POST("/api/v1/events/webhooks/{webhookId}/redeliver", {
    params: { path: { webhookId } },
    body: { eventIds: events.map(({ id }) => id) },
  });
}

/** Reads all events of the log from the stream. */
async function checkStream(
  demo: Demo,
  { baseUrl, ca = "", apiKey }: Pick<DemoOptions, "baseUrl" | "ca" | "apiKey">,
): Promise<void> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const stream = await EventStream.open({ baseUrl, ca: String(ca), headers });
  try {
    await demo.until(
      "the stream has sent an event of each type",
      async () => new Set(stream.frames.map(({ event }) => event)),
      (types) => eventTypes.every((type) => types.has(type)),
    );
    for (const { data } of stream.frames) checkCarried("eventStream", data);
  } finally {
    stream.cut();
  }
}

const bodyOf = ({ body }: Received): Body => JSON.parse(body) as Body;

/** Returns the first delivery of each type, masked, the first thin one and the first verification. */
function deliveriesOf(received: readonly Received[]): Delivery[] {
  const mask = new Mask();
  const full = received.filter((each) => bodyOf(each).dataref === undefined);
  const one = (type: string, summary: string, message = nameOfWord(type), among = full): Delivery => {
    const { body, headers } = required(
      type,
      among.find((each) => bodyOf(each).type === type),
    );
    const payload = mask.object(JSON.parse(body) as Json);
    // The endpoint may be disabled before or after the worker has recorded its first failure.
    const { webhook } = (payload.data as { webhook?: { failingSinceTime?: string } } | undefined) ?? {};
    delete webhook?.failingSinceTime;
    return { message, summary, headers: maskHeaders(mask, headers), payload };
  };
  const verification = one("webhook.verification", "The service asks whether the receiver wants events");
  const { challenge } = (verification.payload.data as { webhookVerification: { challenge: string } })
    .webhookVerification;
  checkPart("ChallengeAnswer", "payload", { challenge });
  const thin = received.filter((each) => bodyOf(each).dataref !== undefined);
  return [
    ...eventTypes.map((type) => one(type, summaries[type])),
    one(
      "payment.completed",
      "A wallet has paid, for an endpoint that gets events without data",
      "Thin",
      thin,
    ),
    { ...verification, answer: { challenge } },
  ];
}

/** Values that are other ones in every run. */
const masked: Readonly<Record<string, string>> = {
  "webhook-timestamp": "1768469400",
  "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  "webhook-attempt": "1",
  "webhook-sequence": "42",
};

function maskHeaders(mask: Mask, headers: Received["headers"]): Json {
  const own = Object.entries(headers).filter(([name]) => name.startsWith("webhook-"));
  return Object.fromEntries(
    own.map(([name, value]) => [name, masked[name] ?? mask.text(String(value))] as const).sort(),
  );
}
