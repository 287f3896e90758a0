// An endpoint is given back while nothing is under way. New events may come between the decision and its record.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { newId } from "../../src/domain/identifier/identifier.ts";
import type { Store } from "../../src/store/store.ts";
import type { FeedRequest } from "../../src/store/webhook/feed.ts";
import type { LeasedEndpoint } from "../../src/store/webhook/leases.ts";
import type { Attempt, Progress } from "../../src/store/webhook/outcomes.ts";
import { Lane } from "../../src/workers/delivery/lane.ts";
import { Recorder } from "../../src/workers/delivery/recorder.ts";
import { recordingLog } from "../chain/support/log.ts";

const lingerMs = 2_100;

describe("an endpoint that was idle", function () {
  this.timeout(20_000);

  /** Returns a lane that may be given back, and a recorder with what it records. */
  const idle = async () => {
    const endpoint = {
      webhookId: newId("webhook"),
      concurrency: 10,
      position: 0n,
      sequence: 0n,
      failures: 0,
      recordedSince: new Date(),
      ordered: false,
    } as unknown as LeasedEndpoint;
    const lane = new Lane(endpoint, performance.now() + lingerMs);
    const recorded: Progress[] = [];
    const committed = { follows: (): void => undefined };
    const webhookOutcomes = {
      record: async (_owner: string, _attempts: unknown, progress: readonly Progress[]) => {
        recorded.push(...progress);
        committed.follows();
        return [];
      },
    };
    const store = {
      transact: (work: (tx: unknown) => unknown) => work({ webhookOutcomes }),
    } as unknown as Store;
    const recorder = new Recorder({ store, owner: "", log: recordingLog().log, recorded: () => undefined });
    await sleep(lingerMs);
    expect(lane.isIdle).to.equal(true);
    return { lane, recorder, recorded, committed };
  };

  /** Gives the lane one event and begins its first attempt. */
  const begin = (lane: Lane) => {
    const event = {
      eventId: newId("event"),
      position: 1n,
      type: "payment.failed",
      subject: "",
      occurredAt: new Date(),
    };
    const page = { events: [{ event, attempts: 0 }], readTo: 1n, recordedSince: new Date() };
    lane.feed(lane.feedRequest() as FeedRequest, page as unknown as Parameters<Lane["feed"]>[1]);
    return { event, item: lane.next() as NonNullable<ReturnType<Lane["next"]>> };
  };

  it("is given back", async () => {
    const { lane, recorder, recorded } = await idle();
    recorder.release(lane);
    await sleep(200);
    expect(recorded.map(({ release }) => release)).to.deep.equal([true]);
    expect(lane.feedRequest()).to.equal(undefined);
  });

  it("stays when an event is sent before that is recorded, because its next worker would send the event again", async () => {
    const { lane, recorder, recorded } = await idle();
    recorder.release(lane);
    const { item } = begin(lane);
    expect(item.event.position).to.equal(1n);
    await sleep(200);
    expect(recorded).to.deep.equal([]);
    lane.finish(item, { kind: "delivered" });
    await sleep(lingerMs);
    recorder.release(lane);
    await sleep(200);
    expect(recorded.map(({ release, position }) => [release, position])).to.deep.equal([[true, 1n]]);
  });

  it("keeps a failed event that it sends again apart while the answer to the record of the failure is on its way", async () => {
    const { lane, recorder, recorded, committed } = await idle();
    const { event, item } = begin(lane);
    lane.finish(item, { kind: "failed", waitMs: 5_000 });
    // The clock of a sandbox was advanced, so the event is due as soon as its failure is committed.
    committed.follows = () => {
      const due = { event, attempts: 1, sequence: 1n, webhookId: lane.endpoint.webhookId };
      lane.feedAgain(1, [due] as unknown as Parameters<Lane["feedAgain"]>[1]);
    };
    recorder.add({ lane, eventId: event.eventId, again: false, attempt: {} as unknown as Attempt });
    await sleep(200);
    expect(recorded).to.have.length(1);
    expect([...lane.againIds]).to.deep.equal([event.eventId]);
  });
});
