// The gateway's questions about its open streams: which tenants have new events, and whose callers are no longer accepted.
import { expect } from "chai";
import {
  type AwaitEventsResponse,
  type RecheckPrincipalsResponse,
} from "../../gen/ts/pda/event/v1/event_news_service.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { EventNews } from "../../src/services/event/event-news.ts";
import { eventNewsService } from "../../src/services/event/index.ts";
import { sequenceEvents } from "../../src/workers/sequence-events.ts";
import { merchant } from "../support/fixtures.ts";
import { LateSignals } from "../support/event-signals.ts";
import { asMerchant, operator, ServiceHarness } from "../support/service.ts";

describe("the news of events for gateways", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let signals: LateSignals;
  let news: EventNews;
  let merchantId: string;
  let isBroken = false;

  const serviceOn = (late: LateSignals): EventNews =>
    new EventNews({
      onSequenced: (callback) => late.signals.onSequenced(callback),
      get position() {
        return late.signals.position;
      },
    });

  beforeEach(async () => {
    isBroken = false;
    harness = await ServiceHarness.start(() => {
      signals = new LateSignals(() => harness.url);
      news = serviceOn(signals);
      return eventNewsService({
        eventNews: news,
        stillAccepted: async ({ credentialId }) => {
          if (isBroken || credentialId.startsWith("unknown")) throw new Error("the database is away");
          if (credentialId.startsWith("revoked")) throw new Failure("CREDENTIAL_REFUSED");
        },
      });
    });
    merchantId = await merchant(harness.store);
  });
  afterEach(async () => {
    news.end();
    await signals[Symbol.asyncDispose]();
    await harness[Symbol.asyncDispose]();
  });

  const happen = async (owner: string): Promise<void> => {
    const event = {
      type: "payment.completed" as const,
      subject: "s",
      tenant: { merchantId: owner },
      occurredAt: new Date(),
      data: Buffer.alloc(0),
    };
    await harness.store.transact((tx) => tx.outbox.append([event]));
    while (await sequenceEvents(harness.store)());
  };
  const ask = (position?: bigint, waitMs = 20_000): Promise<AwaitEventsResponse> =>
    harness.call<AwaitEventsResponse>("AwaitEvents", { position, waitMs });

  it("know nothing at first, then name the tenants since a position", async () => {
    const first = await ask();
    expect(first).to.deep.equal({ position: 0n, all: true, tenants: [] });
    const other = await merchant(harness.store);
    await happen(merchantId);
    const second = await ask(0n);
    expect(second).to.deep.equal({ position: 1n, all: false, tenants: [uuidOf("merchant", merchantId)] });
    const waiting = ask(1n);
    await happen(other);
    expect(await waiting).to.deep.equal({ position: 2n, all: false, tenants: [uuidOf("merchant", other)] });
    const both = await ask(0n);
    expect(new Set(both.tenants)).to.deep.equal(
      new Set([merchantId, other].map((id) => uuidOf("merchant", id))),
    );
    expect(both.position).to.equal(2n);
  });

  it("are empty after a wait in which nothing happened", async () => {
    const { position } = await ask();
    expect(await ask(position, 100)).to.deep.equal({ position, all: false, tenants: [] });
  });

  it("are of all tenants for a position that this core does not know", async () => {
    await happen(merchantId);
    await happen(merchantId);
    const { position } = await ask();
    expect(position).to.equal(2n);
    expect(await ask(1n)).to.deep.equal({ position: 2n, all: true, tenants: [] });
    // Another core was ahead.
    expect(await ask(7n, 100)).to.deep.equal({ position: 7n, all: false, tenants: [] });
  });

  it("come at once when the core shuts down", async () => {
    const { position } = await ask();
    const waiting = ask(position);
    news.end();
    expect((await waiting).all).to.equal(true);
  });

  it("name by their places the callers that are no longer accepted, and nobody when that cannot be known", async () => {
    const recheck = (...credentials: string[]) =>
      harness.call<RecheckPrincipalsResponse>("RecheckPrincipals", {
        principals: credentials.map((credentialId) => ({ ...asMerchant(merchantId), credentialId })),
      });
    const callers = ["a", "revoked b", "c", "revoked d"];
    expect((await recheck(...callers)).refused).to.deep.equal([1, 3]);
    expect((await recheck("unknown e", ...callers)).refused, "one cannot be checked").to.deep.equal([2, 4]);
    const failure = ({ entry }: Failure) => entry;
    expect(await recheck("a", "unknown e", "c").catch(failure)).to.equal("INTERNAL");
    isBroken = true;
    expect(await recheck(...callers).catch(failure)).to.equal("INTERNAL");
  });

  it("are for the gateway alone", async () => {
    for (const method of ["AwaitEvents", "RecheckPrincipals"]) {
      const failure = await harness.failure(method, {}, { as: operator, peer: "service" });
      expect(failure.reason).to.equal("INTERNAL_OPERATION");
    }
  });
});
