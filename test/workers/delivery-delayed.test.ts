// Which first attempts tell how fast this service is: those of events that the endpoint itself has not let wait.
import { expect } from "chai";
import { newId } from "../../src/domain/identifier/identifier.ts";
import type { FeedPage, FeedRequest } from "../../src/store/webhook/feed.ts";
import type { LeasedEndpoint } from "../../src/store/webhook/leases.ts";
import { type Item, Lane } from "../../src/workers/delivery/lane.ts";

describe("the first attempt of an event", () => {
  const laneOf = (more: Partial<LeasedEndpoint> = {}): Lane => {
    const endpoint = {
      webhookId: newId("webhook"),
      concurrency: 2,
      position: 0n,
      sequence: 0n,
      failures: 0,
      recordedSince: new Date(),
      ordered: false,
      ...more,
    };
    return new Lane(endpoint as unknown as LeasedEndpoint, performance.now());
  };
  let position = 0n;
  beforeEach(() => {
    position = 0n;
  });
  /** Reads some events of the log, which has no more. */
  const feed = (lane: Lane, count: number): void => {
    const events = Array.from({ length: count }, () => {
      position += 1n;
      const event = { eventId: newId("event"), position, type: "payment.failed" };
      return { event, attempts: 0, dueAt: undefined, failingSeconds: 0 };
    });
    lane.feedAgain(1, []);
    const page = { events, readTo: position, recordedSince: new Date() } as unknown as FeedPage;
    lane.feed({ size: 8, recordedSince: new Date() } as unknown as FeedRequest, page);
  };
  const begun = (lane: Lane): boolean[] => {
    const items: Item[] = [];
    for (let item = lane.next(); item; item = lane.next()) items.push(item);
    for (const item of items) lane.finish(item, { kind: "delivered" });
    return items.map(({ delayed }) => delayed);
  };

  it("counts when the endpoint could take it at once", () => {
    const lane = laneOf();
    feed(lane, 2);
    expect(begun(lane)).to.deep.equal([false, false]);
  });

  it("does not count behind others that the receiver has not answered, until all have been sent", () => {
    const lane = laneOf();
    feed(lane, 4);
    expect(begun(lane), "as many as go at once").to.deep.equal([false, false]);
    expect(begun(lane), "those behind them").to.deep.equal([true, true]);
    feed(lane, 1);
    expect(begun(lane), "what comes afterwards").to.deep.equal([false]);
  });

  it("does not count for an endpoint with a rate of its own that holds it up", () => {
    const lane = laneOf({ rate: 1 });
    feed(lane, 3);
    expect(begun(lane)).to.deep.equal([false]);
    feed(lane, 1);
    expect(lane.next(), "for a second").to.equal(undefined);
    expect(lane.slotWaitMs).to.be.above(0);
  });

  it("does not count after a failure, also of the worker before, until the endpoint has caught up", () => {
    const failing = laneOf();
    feed(failing, 2);
    const item = failing.next() as Item;
    failing.finish(item, { kind: "failed", waitMs: 5_000 });
    expect(begun(failing)).to.deep.equal([true]);

    const lane = laneOf({ failures: 1 });
    feed(lane, 1);
    expect(begun(lane), "what has waited for the pause to end").to.deep.equal([true]);
    feed(lane, 1);
    expect(begun(lane)).to.deep.equal([false]);
  });
});
