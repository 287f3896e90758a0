// Calls that wait for events (`wait_seconds` of ListEvents).
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { ListEventsResponse } from "../../gen/ts/pda/event/v1/event_service.ts";
import { Failure } from "../../src/rpc/failure.ts";
import type { EventType } from "../../src/domain/event/event.ts";
import { eventService } from "../../src/services/event/index.ts";
import { sequenceEvents } from "../../src/workers/sequence-events.ts";
import { merchant } from "../support/fixtures.ts";
import { LateSignals } from "../support/event-signals.ts";
import { asMerchant, ServiceHarness } from "../support/service.ts";

describe("calls that wait for events", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let signals: LateSignals;
  let merchantId: string;
  /** Credentials that were revoked. */
  const revoked = new Set<string>();

  beforeEach(async () => {
    revoked.clear();
    harness = await ServiceHarness.start((_, sealer) => {
      signals = new LateSignals(() => harness.url);
      return eventService({
        publicUrl: "https://pay.example",
        eventTypes: ["payment.completed", "payment.failed"],
        sealer,
        eventWaits: signals.waits,
        stillAccepted: async ({ credentialId }) => {
          if (revoked.has(credentialId)) throw new Failure("CREDENTIAL_REFUSED");
        },
      });
    });
    merchantId = await merchant(harness.store);
  });
  afterEach(async () => {
    await signals[Symbol.asyncDispose]();
    await harness[Symbol.asyncDispose]();
  });

  const happen = async (owner = merchantId, type: EventType = "payment.completed"): Promise<void> => {
    const event = { type, subject: "s", tenant: { merchantId: owner }, occurredAt: new Date() };
    await harness.store.transact((tx) => tx.outbox.append([{ ...event, data: Buffer.alloc(0) }]));
    while (await sequenceEvents(harness.store)());
  };
  const wait = (request: object = {}, as: Principal = asMerchant(merchantId)): Promise<ListEventsResponse> =>
    harness.call<ListEventsResponse>("ListEvents", { waitSeconds: 20, ...request }, { as });
  const timed = async <T>(work: Promise<T>): Promise<{ answer: T; ms: number }> => {
    const start = performance.now();
    return { answer: await work, ms: performance.now() - start };
  };

  it("answer as soon as an event happens", async () => {
    const waiting = wait();
    await sleep(200);
    await happen();
    const { answer, ms } = await timed(waiting);
    expect(answer.items).to.have.length(1);
    expect(ms).to.be.below(10_000);
  });

  it("answer at once with what is there, and at once without a wait", async () => {
    await happen();
    const { answer } = await timed(wait());
    expect(answer.items).to.have.length(1);
    const after = await timed(wait({ pageToken: answer.nextPageToken, waitSeconds: 0 }));
    expect(after.answer.items).to.have.length(0);
    expect(after.ms).to.be.below(10_000);
  });

  it("answer at once with any number of events that are there", async () => {
    for (let count = 0; count < 12; count += 1) await happen();
    const { answer, ms } = await timed(wait({ waitSeconds: 10 }));
    expect(answer.items).to.have.length(12);
    expect(ms).to.be.below(5_000);
  });

  it("answer with an empty page and the same token after their time", async () => {
    const { nextPageToken } = await wait({ waitSeconds: 0 });
    const { answer, ms } = await timed(wait({ pageToken: nextPageToken, waitSeconds: 1 }));
    expect(answer).to.deep.equal({ items: [], nextPageToken });
    expect(ms).to.be.within(950, 15_000);
  });

  it("pass over events of other types and of other tenants", async () => {
    const stranger = await merchant(harness.store);
    const waiting = wait({ type: "payment.failed" });
    await happen(stranger, "payment.failed");
    await happen(merchantId, "payment.completed");
    await happen(merchantId, "payment.failed");
    expect((await waiting).items.map(({ type }) => type)).to.deep.equal(["payment.failed"]);
  });

  it("are refused when the credential is revoked meanwhile", async () => {
    const as = asMerchant(merchantId);
    const waiting = wait({}, as).catch((error: unknown) => error);
    await sleep(100);
    revoked.add(as.credentialId);
    await happen();
    expect(await waiting)
      .to.be.instanceOf(Failure)
      .with.property("reason", "CREDENTIAL_REFUSED");
  });

  it("end before their deadline, and when the core shuts down", async () => {
    const { ms } = await timed(harness.call("ListEvents", { waitSeconds: 20 }, { withinMs: 1_500 }));
    expect(ms).to.be.below(1_500);
    const waiting = wait();
    await sleep(100);
    signals.waits.end();
    expect((await waiting).items).to.deep.equal([]);
  });

  it("are at most 16 for a tenant, beside other tenants and calls that do not wait", async () => {
    const waiting = Array.from({ length: 16 }, () => wait());
    await sleep(200);
    const failure = await harness.failure("ListEvents", { waitSeconds: 20 }, { as: asMerchant(merchantId) });
    expect(failure).to.include({ reason: "TOO_MANY_WAITING", entry: "RATE_LIMITED", retryAfterSeconds: 1 });
    const other = await merchant(harness.store);
    expect((await wait({ waitSeconds: 1 }, asMerchant(other))).items, "another tenant waits").to.have.length(
      0,
    );
    expect((await wait({ waitSeconds: 0 })).items, "a call that does not wait").to.have.length(0);
    await happen();
    for (const { items } of await Promise.all(waiting)) expect(items).to.have.length(1);
    await harness.failure("ListEvents", { waitSeconds: 21 }).then(({ entry }) => {
      expect(entry).to.equal("INVALID_ARGUMENT");
    });
  });
});
