// Somebody who has not agreed to get events is asked a few times for each tenant, however many endpoints it makes of the address, and however often it
// verifies them.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { AskedOrigins } from "../../src/workers/delivery/asked-origins.ts";
import { merchant, wallet } from "../support/fixtures.ts";
import { polite, Receiver } from "../support/receiver.ts";
import { Deliveries, eventually } from "./support/deliveries.ts";

const hour = 3_600_000;

describe("challenges to an origin", function () {
  this.timeout(60_000);

  it("pause after five failures in a row, for longer each time, and go on at once after an answer", () => {
    const origins = new AskedOrigins();
    let now = 0;
    const fail = (): void => {
      expect(origins.begin("https://a", now)).to.equal(0);
      origins.end("https://a", false, now);
    };
    for (let failures = 0; failures < 5; failures += 1) fail();
    const waits: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const waitMs = origins.begin("https://a", now);
      waits.push(waitMs);
      expect(origins.begin("https://a", now + waitMs - 1), "no question before").to.be.above(0);
      now += waitMs;
      fail();
    }
    expect(waits.slice(0, 4)).to.deep.equal([5_000, 10_000, 20_000, 40_000]);
    expect(waits.at(-1)).to.equal(hour);
    now += hour;
    expect(origins.begin("https://a", now)).to.equal(0);
    expect(origins.begin("https://a", now), "one at a time").to.be.above(0);
    origins.end("https://a", true, now);
    expect(origins.begin("https://a", now)).to.equal(0);
    expect(origins.begin("https://b", now), "another origin").to.equal(0);
  });

  it("are at most five at once, and all of them are asked in the end where the receiver answers", () => {
    const origins = new AskedOrigins();
    const begun = Array.from({ length: 20 }, () => origins.begin("https://a", 0));
    expect(begun.filter((waitMs) => waitMs === 0)).to.have.length(5);
    for (let at = 0; at < 5; at += 1) origins.end("https://a", true, 0);
    expect(origins.begin("https://a", 0)).to.equal(0);
  });

  describe("of a worker", () => {
    let deliveries: Deliveries;
    before(async () => {
      deliveries = await Deliveries.start();
      deliveries.worker();
    });
    after(() => deliveries[Symbol.asyncDispose]());

    it("stay few while endpoints are verified again and again", async () => {
      await using stranger = await Receiver.start(
        (_, response) => void response.writeHead(404).end(),
        deliveries.root,
      );
      const merchantId = await merchant(deliveries.store);
      const endpoints = await Promise.all(
        Array.from({ length: 12 }, () =>
          deliveries.endpoint({ url: stranger.url() }, { verified: false, merchantId }),
        ),
      );
      await eventually("it was asked", () => stranger.received.length >= 5);
      for (const end = Date.now() + 4_000; Date.now() < end; await sleep(50))
        await deliveries.store.transact(async (tx) => {
          for (const { webhookId } of endpoints) await tx.webhooks.askAgain(webhookId);
        });
      expect(stranger.received.length).to.be.within(5, 7);
      await using shop = await Receiver.start(polite, deliveries.root);
      const other = await deliveries.endpoint({ url: shop.url() }, { verified: false });
      await eventually(
        "another is asked",
        async () => (await deliveries.stateOf(other)).status === "enabled",
      );
    });

    it("of wallets that fail do not delay those of a merchant at the same origin", async () => {
      await using host = await Receiver.start((received, response) => {
        if (received.path === "/b") return polite(received, response);
        response.writeHead(404).end();
      }, deliveries.root);
      const at = (path: string): string => new URL(path, host.url()).href;
      for (let count = 0; count < 8; count += 1) {
        const { walletId } = await wallet(deliveries.store);
        await deliveries.endpoint({ url: at("/a") }, { walletId, verified: false });
      }
      await eventually("wallets have failed", () => host.received.length >= 5);
      await sleep(500);
      expect(host.received.length, "all wallets are one asker").to.equal(5);
      const before = Date.now();
      const endpoint = await deliveries.endpoint({ url: at("/b") }, { verified: false });
      await eventually("verified", async () => (await deliveries.stateOf(endpoint)).status === "enabled");
      expect(Date.now() - before).to.be.below(2_000);
    });
  });
});
