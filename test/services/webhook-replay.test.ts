// What a webhook endpoint has missed, and what is sent to it again. No worker runs here: attempts are written as a worker writes them.
import { expect } from "chai";
import pg from "pg";
import { EventData } from "../../gen/ts/pda/event/v1/event.ts";
import type {
  ListMissedEventsResponse,
  ListWebhookDeliveriesResponse,
  RedeliverEventsResponse,
} from "../../gen/ts/pda/event/v1/webhook_service.ts";
import { WebhookDeliveryOutcome } from "../../gen/ts/pda/event/v1/webhook.ts";
import type { EventType } from "../../src/domain/event/event.ts";
import { idOf, newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { SigningKeys } from "../../src/services/signing/signing-keys.ts";
import { ReceiverAnswers } from "../../src/services/webhook/answers.ts";
import { webhookService } from "../../src/services/webhook/index.ts";
import { sequenceEvents } from "../../src/workers/sequence-events.ts";
import { merchant } from "../support/fixtures.ts";
import { asMerchant, ServiceHarness } from "../support/service.ts";
import { webhookPolicy } from "./support/webhooks.ts";

const eventTypes = ["payment.completed", "payment.failed", "refund.completed"];
const HOUR_MS = 3_600_000;

describe("the events that a webhook endpoint has missed", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let database: pg.Client;
  let merchantId: string;
  let webhookId: string;

  before(async () => {
    harness = await ServiceHarness.start((store, sealer) =>
      webhookService({
        eventTypes,
        sealer,
        signingKeys: new SigningKeys({ store, sealer }),
        webhooks: webhookPolicy,
      }),
    );
    database = new pg.Client({ connectionString: harness.url });
    await database.connect();
  });
  beforeEach(async () => {
    merchantId = await merchant(harness.store);
    webhookId = newId("webhook");
    await harness.store.transact(async (tx) => {
      await tx.webhooks.insert(
        webhookId,
        { merchantId },
        {
          url: "https://shop.example/",
          description: "",
          eventTypes: ["payment.completed", "refund.completed"],
          thin: false,
          publicKeySignature: false,
          httpSignature: false,
          ordered: false,
          concurrency: 1,
        },
      );
      await tx.webhooks.enable(webhookId);
    });
  });
  after(async () => {
    await database.end();
    await harness[Symbol.asyncDispose]();
  });

  const uuid = (): string => uuidOf("webhook", webhookId);
  const since = (ms: number) => timestamp(new Date(Date.now() - ms));
  const call = <Response>(method: string, request: object): Promise<Response> =>
    harness.call<Response>(method, { webhookId, ...request }, { as: asMerchant(merchantId) });
  const failure = (method: string, request: object) =>
    harness.failure(method, { webhookId, ...request }, { as: asMerchant(merchantId) });

  /** Lets events happen, oldest first, and returns their identifiers. */
  const happen = async (types: readonly EventType[], owner = merchantId, agoMs = 0): Promise<string[]> => {
    await harness.store.transact((tx) =>
      tx.outbox.append(
        types.map((type) => ({
          type,
          subject: newId("payment"),
          tenant: { merchantId: owner },
          occurredAt: new Date(Date.now() - agoMs),
          data: EventData.encode({ subject: undefined }).finish(),
        })),
      ),
    );
    while (await sequenceEvents(harness.store)());
    const { rows } = await database.query<{ event_id: string }>(
      "select event_id from event where tenant_id = $1 order by position desc limit $2",
      [uuidOf("merchant", owner), types.length],
    );
    return rows.map((row) => idOf("event", row.event_id)).toReversed();
  };
  /** Records an attempt, as a worker does. */
  const attempt = (eventId: string, error: string | null, sequence = 1): Promise<unknown> =>
    database.query(
      `insert into webhook_delivery (delivery_id, webhook_id, tenant_id, event_id, position, sequence, attempt, created_at, duration_ms, status, error)
        select $1, $2, tenant_id, event_id, position, $5, 1, now(), 12, case when $4::text is null then 200 else 500 end, $4
        from event where event_id = $3`,
      [uuidOf("delivery", newId("delivery")), uuid(), uuidOf("event", eventId), error, sequence],
    );
  /** Moves the cursor to the end of the log, as a worker does that has tried all events. */
  const pass = (): Promise<unknown> =>
    database.query(
      "update webhook_cursor set position = last_position from event_log where webhook_id = $1",
      [uuid()],
    );
  const retries = async (): Promise<{ event: string; sequence: string; attempts: number }[]> => {
    const { rows } = await database.query<{ event_id: string; sequence: string; attempts: number }>(
      "select event_id, sequence, attempts from webhook_retry where webhook_id = $1 order by position",
      [uuid()],
    );
    return rows.map(({ event_id, sequence, attempts }) => ({
      event: idOf("event", event_id),
      sequence,
      attempts,
    }));
  };
  const isDue = async (): Promise<boolean | undefined> => {
    const { rows } = await database.query<{ due: boolean }>(
      "select due_at <= business_now() as due from webhook_cursor where webhook_id = $1",
      [uuid()],
    );
    return rows[0]?.due;
  };
  const missed = async (request: object = {}): Promise<string[]> => {
    const { items } = await call<ListMissedEventsResponse>("ListMissedEvents", {
      fromTime: since(HOUR_MS),
      ...request,
    });
    return items.map(({ eventId }) => eventId);
  };
  const redeliver = async (request: object) =>
    (await call<RedeliverEventsResponse>("RedeliverEvents", request)).redelivery;

  it("are those of its types and its owner that no attempt has delivered", async () => {
    const [delivered, failed, other, untried] = await happen([
      "payment.completed",
      "refund.completed",
      "payment.failed",
      "payment.completed",
    ]);
    await happen(["payment.completed"], await merchant(harness.store));
    await attempt(delivered as string, null);
    await attempt(failed as string, "STATUS");
    await pass();
    expect(other).to.match(/^evt_/);
    expect(await missed()).to.deep.equal([failed, untried]);
    expect(await missed({ fromTime: since(-HOUR_MS) })).to.deep.equal([]);
  });

  it("are none that an enabled endpoint is still to get, but those of a disabled one", async () => {
    const events = await happen(["payment.completed", "payment.completed"]);
    expect(await missed()).to.deep.equal([]);
    await call("UpdateWebhook", { enabled: false });
    expect(await missed()).to.deep.equal(events);
    expect(
      (await failure("RedeliverEvents", { fromTime: since(HOUR_MS), missedOnly: true })).reason,
    ).to.equal("WEBHOOK_NOT_ENABLED");
    await call("UpdateWebhook", { enabled: true });
    expect(await missed()).to.deep.equal(events);
  });

  it("are sent to no deleted endpoint, which answers as the contract says", async () => {
    const events = await happen(["payment.completed"]);
    await call("DeleteWebhook", {});
    for (const request of [{ eventIds: events }, { fromTime: since(HOUR_MS) }])
      expect((await failure("RedeliverEvents", request)).reason).to.equal("WEBHOOK_DELETED");
  });

  it("have the failed event that an ordered endpoint waits for, and not those behind it", async () => {
    await call("UpdateWebhook", { ordered: true });
    const [blocking] = await happen(["payment.completed", "payment.completed"]);
    await attempt(blocking as string, "STATUS");
    // As a worker leaves it: the cursor stays before the event, which is to be tried again much later.
    await database.query(
      `insert into webhook_retry (webhook_id, event_id, position, sequence, attempts, next_at)
        select $1, event_id, position, 1, 8, business_now() + interval '20 hours' from event where event_id = $2`,
      [uuid(), uuidOf("event", blocking as string)],
    );
    await database.query(
      `update webhook_cursor set blocked_until = business_now() + interval '20 hours',
        due_at = business_now() + interval '20 hours' where webhook_id = $1`,
      [uuid()],
    );
    expect(await missed()).to.deep.equal([blocking]);
    expect(await redeliver({ fromTime: since(HOUR_MS), missedOnly: true })).to.include({ scheduledCount: 1 });
    expect(await isDue()).to.equal(true);
  });

  it("are found page by page", async () => {
    const events = await happen(Array<EventType>(5).fill("payment.completed"));
    await attempt(events[0] as string, null);
    await pass();
    const found: string[] = [];
    for (let pageToken = ""; ; ) {
      const request = { fromTime: since(HOUR_MS), pageSize: 2, pageToken };
      const page = await call<ListMissedEventsResponse>("ListMissedEvents", request);
      found.push(...page.items.map(({ eventId }) => eventId));
      pageToken = page.nextPageToken;
      if (pageToken === "") break;
    }
    expect(found).to.deep.equal(events.slice(1));
    expect((await failure("ListMissedEvents", { fromTime: since(0), pageToken: "x" })).reason).to.equal(
      "INVALID_PAGE_TOKEN",
    );
  });

  it("are sent again with the numbers that they had, and the workers are told", async () => {
    const [delivered, failed, untried] = await happen(Array<EventType>(3).fill("payment.completed"));
    await attempt(delivered as string, null, 1);
    await attempt(failed as string, "TIMEOUT", 2);
    await pass();
    expect(await redeliver({ fromTime: since(HOUR_MS), missedOnly: true })).to.deep.equal({
      scheduledCount: 2,
      nextPageToken: "",
    });
    expect(await retries()).to.deep.equal([
      { event: failed, sequence: "2", attempts: 0 },
      { event: untried, sequence: "0", attempts: 0 },
    ]);
    expect(await isDue()).to.equal(true);
    const { items } = await call<ListMissedEventsResponse>("ListMissedEvents", { fromTime: since(HOUR_MS) });
    expect(items.every(({ nextAttemptTime }) => nextAttemptTime !== undefined)).to.equal(true);
    expect(await redeliver({ fromTime: since(HOUR_MS), missedOnly: true })).to.include({ scheduledCount: 2 });
    expect(await retries()).to.have.length(2);
  });

  it("are sent again by name, delivered or not, and all of them or none", async () => {
    const [first, second, other] = await happen(["payment.completed", "refund.completed", "payment.failed"]);
    await attempt(first as string, null);
    await pass();
    const [foreign] = await happen(["payment.completed"], await merchant(harness.store));
    for (const wrong of [other, foreign, newId("event")]) {
      const { violations } = await failure("RedeliverEvents", { eventIds: [first, wrong] });
      expect(violations[0]).to.include({ field: "event_ids[1]", reason: "UNKNOWN_EVENT" });
    }
    expect(await retries()).to.deep.equal([]);
    expect(await redeliver({ eventIds: [second, first] })).to.deep.equal({
      scheduledCount: 2,
      nextPageToken: "",
    });
    expect((await retries()).map(({ event }) => event)).to.deep.equal([first, second]);
  });

  it("are sent again by a range of time, in portions", async () => {
    const old = await happen(Array<EventType>(2).fill("payment.completed"), merchantId, 2 * HOUR_MS);
    const recent = await happen(Array<EventType>(1_001).fill("refund.completed"));
    await pass();
    const whole = { fromTime: since(HOUR_MS) };
    const first = await redeliver(whole);
    const second = await redeliver({ ...whole, pageToken: first?.nextPageToken });
    // A portion may begin with events from before the range.
    expect(first?.scheduledCount).to.be.within(990, 1_000);
    expect(second).to.deep.equal({ scheduledCount: 1_001 - (first?.scheduledCount ?? 0), nextPageToken: "" });
    expect((await retries()).map(({ event }) => event)).to.deep.equal(recent);
    await database.query("delete from webhook_retry where webhook_id = $1", [uuid()]);
    await redeliver({ fromTime: since(3 * HOUR_MS), toTime: since(HOUR_MS) });
    expect((await retries()).map(({ event }) => event)).to.deep.equal(old);
  });

  it("are refused when the selection is unclear or older than what the service remembers", async () => {
    const days = 86_400_000;
    for (const [request, field, reason] of [
      [{}, "event_ids", "ONE_SELECTION"],
      [{ eventIds: [newId("event")], fromTime: since(1) }, "from_time", "ONE_SELECTION"],
      [{ eventIds: [newId("event")], toTime: since(1) }, "to_time", "ONE_SELECTION"],
      [{ eventIds: [newId("event")], missedOnly: true }, "missed_only", "ONE_SELECTION"],
      [{ fromTime: since(1), toTime: since(2) }, "to_time", "PERIOD_EMPTY"],
      [{ fromTime: since(31 * days) }, "from_time", "REPLAY_TOO_OLD"],
    ] as const)
      expect(
        (await failure("RedeliverEvents", request)).violations,
        JSON.stringify(Object.keys(request)),
      ).to.satisfy((all: { field: string; reason: string }[]) =>
        all.some((one) => one.field === field && one.reason === reason),
      );
    const { violations } = await failure("ListMissedEvents", { fromTime: since(31 * days) });
    expect(violations[0]).to.include({ field: "from_time", reason: "REPLAY_TOO_OLD" });
  });

  it("are refused while too many wait already", async () => {
    await database.query(
      `insert into webhook_retry (webhook_id, event_id, position, sequence, attempts, next_at)
        select $1, gen_random_uuid(), n, n, 1, business_now() + interval '1 day' from generate_series(1, 10000) n`,
      [uuid()],
    );
    expect((await failure("RedeliverEvents", { fromTime: since(1) })).reason).to.equal("REDELIVERY_LIMIT");
  });

  it("are explained by the attempts, which are listed by outcome, event and time", async () => {
    const [first, second] = await happen(["payment.completed", "payment.completed"]);
    await attempt(first as string, "TLS");
    await attempt(first as string, null);
    await attempt(second as string, "STATUS");
    const list = async (request: object = {}) =>
      (await call<ListWebhookDeliveriesResponse>("ListWebhookDeliveries", request)).items;
    const all = await list();
    expect(all.map(({ eventId, error }) => [eventId, error])).to.deep.equal([
      [second, "STATUS"],
      [first, undefined],
      [first, "TLS"],
    ]);
    expect(all[1]).to.deep.include({
      webhookId,
      attempt: 1,
      outcome: WebhookDeliveryOutcome.WEBHOOK_DELIVERY_OUTCOME_SUCCEEDED,
      statusCode: 200,
      durationMs: 12,
      nextAttemptTime: undefined,
    });
    expect(await list({ outcome: WebhookDeliveryOutcome.WEBHOOK_DELIVERY_OUTCOME_FAILED })).to.deep.equal([
      all[0],
      all[2],
    ]);
    expect(await list({ eventId: second })).to.deep.equal([all[0]]);
    expect(await list({ toTime: since(HOUR_MS) })).to.deep.equal([]);
    expect(await list({ fromTime: since(HOUR_MS) })).to.deep.equal(all);
    const { delivery } = await call<{ delivery: object }>("GetWebhookDelivery", {
      deliveryId: all[0]?.deliveryId,
    });
    expect(delivery).to.deep.equal(all[0]);
    expect((await failure("GetWebhookDelivery", { deliveryId: newId("delivery") })).reason).to.equal(
      "NOT_FOUND",
    );
  });

  it("show the first bytes of the receiver's answer when one attempt is asked for", async () => {
    const [event] = await happen(["payment.completed"]);
    const deliveryId = newId("delivery");
    const answer = new ReceiverAnswers(harness.sealer).encrypt(Buffer.from("out of stock\ufffd"), uuid());
    await database.query(
      `insert into webhook_delivery (delivery_id, webhook_id, tenant_id, event_id, position, sequence, attempt, created_at, duration_ms, status, error,
          encrypted_answer)
        select $1, $2, tenant_id, event_id, position, 1, 1, now(), 12, 500, 'STATUS', $4 from event where event_id = $3`,
      [uuidOf("delivery", deliveryId), uuid(), uuidOf("event", event as string), answer],
    );
    const { delivery } = await call<{ delivery: object }>("GetWebhookDelivery", { deliveryId });
    expect(delivery).to.deep.include({ deliveryId, responseText: "out of stock\ufffd" });
    const { items } = await call<ListWebhookDeliveriesResponse>("ListWebhookDeliveries", {});
    expect(items.map(({ responseText }) => responseText)).to.deep.equal([undefined]);
  });
});
