// The stream WatchEvents by itself: its pages, its waits and its end. The calls that it makes run in the pipeline, on a database.
import { expect } from "chai";
import { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import {
  ListEventsRequest,
  WatchEventsRequest,
  WatchEventsResponse,
} from "../../gen/ts/pda/event/v1/event_service.ts";
import type { EventType } from "../../src/domain/event/event.ts";
import type { StreamCaller } from "../../src/rpc/answer-stream.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { until } from "../../src/platform/process-table.ts";
import { eventService } from "../../src/services/event/index.ts";
import { watchEvents } from "../../src/services/event/watch-events.ts";
import { sequenceEvents } from "../../src/workers/sequence-events.ts";
import { merchant } from "../support/fixtures.ts";
import { LateSignals } from "../support/event-signals.ts";
import { asMerchant, ServiceHarness } from "../support/service.ts";

/** A caller of a stream that the test holds in its hand. */
class TestCaller implements StreamCaller {
  readonly messages: WatchEventsResponse[] = [];
  calls = 0;
  rechecks = 0;
  revoked = false;
  /** While set, the caller takes no message. */
  blocked: Promise<void> | undefined;
  readonly #gone = new AbortController();
  readonly #harness: ServiceHarness;
  readonly principal: Principal;

  constructor(harness: ServiceHarness, principal: Principal) {
    this.#harness = harness;
    this.principal = principal;
  }

  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  async call(request: Uint8Array): Promise<Uint8Array> {
    this.calls += 1;
    return (
      await this.#harness.callWhole("ListEvents", ListEventsRequest.decode(request), { as: this.principal })
    ).bytes;
  }

  async send(message: Uint8Array): Promise<void> {
    this.messages.push(WatchEventsResponse.decode(message));
    await this.blocked;
  }

  async recheck(): Promise<void> {
    this.rechecks += 1;
    if (this.revoked) throw new Failure("CREDENTIAL_REFUSED");
  }

  leave(): void {
    this.#gone.abort(new Failure("CANCELLED"));
  }

  get ids(): string[] {
    return this.messages.flatMap(({ items }) => items.map(({ id }) => id));
  }
}

describe("a stream of events", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let signals: LateSignals;
  let merchantId: string;

  beforeEach(async () => {
    harness = await ServiceHarness.start((_, sealer) => {
      signals = new LateSignals(() => harness.url);
      return eventService({
        publicUrl: "https://pay.example",
        eventTypes: ["payment.completed", "payment.failed"],
        sealer,
        eventWaits: signals.waits,
        stillAccepted: async () => undefined,
      });
    });
    merchantId = await merchant(harness.store);
  });
  afterEach(async () => {
    await signals[Symbol.asyncDispose]();
    await harness[Symbol.asyncDispose]();
  });

  const happen = async (
    count: number,
    owner = merchantId,
    type: EventType = "payment.completed",
  ): Promise<void> => {
    const event = { type, subject: "s", tenant: { merchantId: owner }, occurredAt: new Date() };
    const events = Array.from({ length: count }, () => ({ ...event, data: Buffer.alloc(0) }));
    await harness.store.transact((tx) => tx.outbox.append(events));
    while (await sequenceEvents(harness.store)());
  };
  const callerOf = (owner = merchantId): TestCaller => new TestCaller(harness, asMerchant(owner));
  /** @returns how the stream ends: `OK`, or the reason of its failure */
  const run = (
    caller: TestCaller,
    request: Partial<WatchEventsRequest> = {},
    lifeMs?: number,
  ): Promise<string> =>
    watchEvents({ eventWaits: signals.waits }, lifeMs === undefined ? {} : { lifeMs })
      .run(
        Buffer.from(WatchEventsRequest.encode({ type: "", pageSize: 0, pageToken: "", ...request }).finish()),
        caller,
      )
      .then(
        () => "OK",
        (error: Failure) => error.reason,
      );
  const has = async (caller: TestCaller, count: number): Promise<void> => {
    const came = await until(() => caller.ids.length >= count, 20_000);
    expect(came, `${count} events, not ${caller.ids.length}`).to.equal(true);
  };

  it("sends what is there in pages and then what happens, each event once and in order", async () => {
    await happen(7);
    const caller = callerOf();
    const end = run(caller, { pageSize: 3 });
    await has(caller, 7);
    for (let round = 1; round <= 5; round += 1) {
      await happen(2);
      await has(caller, 7 + 2 * round);
    }
    const all = await harness.call<WatchEventsResponse>("ListEvents", {}, { as: asMerchant(merchantId) });
    expect(caller.ids).to.deep.equal(all.items.map(({ id }) => id));
    for (const { items, nextPageToken } of caller.messages)
      expect(items.at(-1)?.cursor).to.equal(nextPageToken);
    caller.leave();
    expect(await end).to.equal("CANCELLED");
  });

  it("goes on in another stream after any message, without loss or repetition", async () => {
    await happen(9);
    const first = callerOf();
    const end = run(first, { pageSize: 2 });
    await has(first, 9);
    first.leave();
    await end;
    for (const [place, { nextPageToken }] of first.messages.entries()) {
      const next = callerOf();
      const nextEnd = run(next, { pageToken: nextPageToken });
      const before = first.messages.slice(0, place + 1).flatMap(({ items }) => items);
      await has(next, 9 - before.length);
      expect([...before.map(({ id }) => id), ...next.ids]).to.deep.equal(first.ids);
      next.leave();
      await nextEnd;
    }
  });

  it("begins after the newest event with `latest`, and tells at once where it is", async () => {
    await happen(3);
    const caller = callerOf();
    const end = run(caller, { pageToken: "latest" });
    expect(await until(() => caller.messages.length === 1, 10_000)).to.equal(true);
    const [{ items, nextPageToken } = { items: [], nextPageToken: "" }] = caller.messages;
    expect(items).to.deep.equal([]);
    caller.leave();
    await end;
    await happen(2);
    const resumed = callerOf();
    const resumedEnd = run(resumed, { pageToken: nextPageToken });
    await has(resumed, 2);
    resumed.leave();
    await resumedEnd;
    expect(resumed.ids).to.have.length(2);
  });

  it("sends only events of its tenant and of its type", async () => {
    const stranger = await merchant(harness.store);
    const caller = callerOf();
    const end = run(caller, { type: "payment.failed" });
    await happen(1, stranger, "payment.failed");
    await happen(1, merchantId, "payment.completed");
    await happen(1, merchantId, "payment.failed");
    await has(caller, 1);
    expect(caller.messages.flatMap(({ items }) => items).map(({ type }) => type)).to.deep.equal([
      "payment.failed",
    ]);
    caller.leave();
    await end;
  });

  it("reads nothing more while the caller does not take the message before", async () => {
    await happen(6);
    const caller = callerOf();
    const taken = Promise.withResolvers<void>();
    caller.blocked = taken.promise;
    const end = run(caller, { pageSize: 2 });
    await has(caller, 2);
    await happen(20);
    expect(caller.calls, "calls while the first message waits").to.equal(1);
    expect(caller.messages).to.have.length(1);
    caller.blocked = undefined;
    taken.resolve();
    await has(caller, 26);
    caller.leave();
    await end;
  });

  it("makes no calls while nothing happens, and checks the caller", async () => {
    const caller = callerOf();
    const end = run(caller);
    expect(await until(() => caller.rechecks >= 1, 20_000)).to.equal(true);
    const { calls } = caller;
    expect(await until(() => caller.rechecks >= 2, 20_000)).to.equal(true);
    expect(caller.calls).to.equal(calls);
    caller.revoked = true;
    expect(await end).to.equal("CREDENTIAL_REFUSED");
  });

  it("ends after its time, and when the core shuts down", async () => {
    expect(await run(callerOf(), {}, 200)).to.equal("OK");
    const caller = callerOf();
    const end = run(caller);
    expect(await until(() => caller.calls >= 2, 10_000)).to.equal(true);
    signals.waits.end();
    expect(await end).to.equal("SHUTTING_DOWN");
  });

  it("is refused with a wrong token, and beside 16 others of the tenant", async () => {
    expect(await run(callerOf(), { pageToken: "x" })).to.equal("INVALID_PAGE_TOKEN");
    const open = Array.from({ length: 16 }, () => callerOf());
    const ends = open.map((caller) => run(caller));
    expect(await until(() => open.every(({ calls }) => calls >= 2), 20_000)).to.equal(true);
    expect(await run(callerOf())).to.equal("TOO_MANY_WAITING");
    open[0]?.leave();
    await ends[0];
    const other = callerOf();
    const end = run(other);
    expect(await until(() => other.calls >= 2, 10_000)).to.equal(true);
    for (const caller of [other, ...open]) caller.leave();
    await Promise.all([end, ...ends]);
  });
});
