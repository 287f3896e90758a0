// A webhook endpoint of the merchant with a receiver on this machine: created, verified, changed, replayed, deleted.
import type { PdaClient } from "../../clients/typescript/src/index.ts";
import type { Demo } from "../../src/cli/demo/demo.ts";
import { expectEqual, expectRefused } from "../../src/cli/demo/expect.ts";
import type { MerchantState } from "../../src/cli/demo/parts/payment.ts";
import { Receiver } from "../support/receiver.ts";

const dayMs = 86_400_000;

/** Calls each of these operations once, for the refund that the merchant has made long before. */
export async function webhooksPart(demo: Demo, { merchantId }: MerchantState): Promise<void> {
  const { data: key } = await demo.operator.POST("/api/v1/merchants/{merchantId}/api-keys", {
    params: { path: { merchantId } },
    body: { name: "webhooks", scopes: ["events.read", "events.write"] },
  });
  const api = demo.as(key.secret);
  await using receiver = await Receiver.startPlain();
  const webhookId = await create(demo, api, receiver.plainUrl);
  await change(demo, api, webhookId);
  await secrets(demo, api, webhookId);
  await replay(demo, api, webhookId);
  await end(demo, api, webhookId);
}

async function create(demo: Demo, api: PdaClient, url: string): Promise<string> {
  const body = { url, eventTypes: ["refund.completed"], description: "Books" };
  const created = await demo.step("create a webhook endpoint", () =>
    api.POST("/api/v1/events/webhooks", { body }),
  );
  await demo.step("an endpoint in a private network", () =>
    expectRefused(
      api.POST("/api/v1/events/webhooks", { body: { ...body, url: "https://192.168.0.10/hooks" } }),
      "SVC-4000",
    ),
  );
  await demo.step("a type of events that the service does not publish", () =>
    expectRefused(
      api.POST("/api/v1/events/webhooks", { body: { ...body, eventTypes: ["refund.imagined"] } }),
      "SVC-4221",
    ),
  );
  await demo.step("retrieve the keys that verify deliveries without a secret", () =>
    demo.as().GET("/api/v1/events/webhook-keys"),
  );
  const { webhookId } = created.data.webhook;
  const path = { webhookId };
  await demo.step("retrieve a webhook endpoint whose receiver has answered the verification", () =>
    demo.until(
      "the endpoint is enabled",
      () => api.GET("/api/v1/events/webhooks/{webhookId}", { params: { path } }),
      ({ data }) => data.enabled,
    ),
  );
  return webhookId;
}

async function change(demo: Demo, api: PdaClient, webhookId: string): Promise<void> {
  const path = { webhookId };
  const verified = await demo.step("verify an endpoint that is verified already", () =>
    api.POST("/api/v1/events/webhooks/{webhookId}/verify", { params: { path } }),
  );
  expectEqual("status", verified.data.status, "enabled");
  const changed = await demo.step("send fewer requests at once to an endpoint", () =>
    api.PATCH("/api/v1/events/webhooks/{webhookId}", {
      params: { path },
      body: { concurrency: 4, authentication: { bearerToken: "the-receivers-own-token" } },
    }),
  );
  expectEqual("concurrency", changed.data.concurrency, 4);
  await demo.step("send a test event", () =>
    api.POST("/api/v1/events/webhooks/{webhookId}/test", {
      params: { path },
      body: { eventType: "refund.completed" },
    }),
  );
  await demo.step("list the webhook endpoints", () => api.GET("/api/v1/events/webhooks"));
}

async function secrets(demo: Demo, api: PdaClient, webhookId: string): Promise<void> {
  const rotate = () =>
    api.POST("/api/v1/events/webhooks/{webhookId}/rotate-secret", {
      params: { path: { webhookId } },
      body: { overlapSeconds: 3600 },
    });
  await demo.step("replace the secret of an endpoint, with an hour to change over", rotate);
  await demo.step("a second replacement of a secret", () => expectRefused(rotate(), "SVC-4094"));
}

async function replay(demo: Demo, api: PdaClient, webhookId: string): Promise<void> {
  const path = { webhookId };
  const now = (await demo.operator.GET("/api/v1/sandbox")).data.clockTime ?? "";
  const fromTime = new Date(Date.parse(now) - 20 * dayMs).toISOString();
  const missed = await demo.step("list the events that an endpoint has missed", () =>
    api.GET("/api/v1/events/webhooks/{webhookId}/missed-events", {
      params: { path, query: { fromTime, pageSize: 1 } },
    }),
  );
  const eventId = missed.data.items[0]?.eventId ?? "";
  await demo.step("send the events that an endpoint has missed", () =>
    api.POST("/api/v1/events/webhooks/{webhookId}/redeliver", {
      params: { path },
      body: { fromTime, missedOnly: true },
    }),
  );
  const deliveries = await demo.step("list the attempts to deliver an event", () =>
    demo.until(
      "the event was delivered",
      () =>
        api.GET("/api/v1/events/webhooks/{webhookId}/deliveries", { params: { path, query: { eventId } } }),
      ({ data }) => data.items.length > 0,
    ),
  );
  const deliveryId = deliveries.data.items[0]?.deliveryId ?? "";
  const delivery = await demo.step("retrieve an attempt to deliver an event", () =>
    api.GET("/api/v1/events/webhooks/{webhookId}/deliveries/{deliveryId}", {
      params: { path: { webhookId, deliveryId } },
    }),
  );
  expectEqual("outcome", delivery.data.outcome, "succeeded");
}

async function end(demo: Demo, api: PdaClient, webhookId: string): Promise<void> {
  const path = { webhookId };
  const deleted = await demo.step("delete a webhook endpoint", () =>
    api.POST("/api/v1/events/webhooks/{webhookId}/delete", { params: { path } }),
  );
  expectEqual("status", deleted.data.status, "deleted");
  await demo.step("a deleted endpoint", () =>
    expectRefused(
      api.PATCH("/api/v1/events/webhooks/{webhookId}", { params: { path }, body: { enabled: true } }),
      "SVC-4091",
    ),
  );
}
