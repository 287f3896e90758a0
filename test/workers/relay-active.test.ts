// The metric by which an alert knows that no relay works.
import { expect } from "chai";
import { logger } from "../../src/logger.ts";
import { relayActive } from "../../src/workers/relay/metrics.ts";
import { Relay, type RelayOptions } from "../../src/workers/relay/relay.ts";
import { SinkError } from "../../src/workers/relay/sink.ts";

const place = { position: 0n, streamSequence: 0 };

/** A relay that gets the place, whose sink and database do as they are told. */
function relayWith({
  end,
  events = async () => [],
}: {
  end: () => Promise<void>;
  events?: () => Promise<[]>;
}): Relay {
  const relays = { claim: async () => place, advance: async () => true, release: async () => undefined };
  const store = {
    transact: (work: (tx: unknown) => Promise<unknown>) => work({ relays }),
    read: { relays: { events, positionOf: async () => undefined } },
  };
  const sink = { end: async () => (await end(), { sequence: 0, eventId: undefined }) };
  const log = logger("test", { level: "silent" });
  return new Relay({
    name: "a",
    fromLatest: false,
    eventTypes: [],
    store,
    sink,
    log,
  } as unknown as RelayOptions);
}
const shown = async (): Promise<number | undefined> => (await relayActive.get()).values[0]?.value;

describe("relay_active", () => {
  afterEach(() => relayActive.set(0));

  it("is 0 while the relay waits for a stream that does not answer, so that a scrape in that time sees no relay at work", async () => {
    const { promise: answer, reject } = Promise.withResolvers<void>();
    const round = relayWith({ end: () => answer }).round();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    expect(await shown(), "meanwhile").to.equal(0);
    reject(new SinkError("unavailable", "NATS does not answer", "check that the server runs"));
    await round;
    expect(await shown(), "afterwards").to.equal(0);
  });

  it("is 1 when the stream has answered, and 0 again when the database is away", async () => {
    let isAway = false;
    const relay = relayWith({
      end: async () => undefined,
      events: async () => {
        if (isAway) throw new Error("the database is away");
        return [];
      },
    });
    await relay.round();
    expect(await shown()).to.equal(1);
    isAway = true;
    expect(await relay.round().catch((error: Error) => error.message)).to.equal("the database is away");
    expect(await shown()).to.equal(0);
  });
});
