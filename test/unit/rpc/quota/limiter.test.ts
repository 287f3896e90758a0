import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { ANONYMOUS } from "../../../../src/gateway/anonymous.ts";
import { Account } from "../../../../src/rpc/quota/account.ts";
import type { AskLeases } from "../../../../src/rpc/quota/leases.ts";
import { Limiter } from "../../../../src/rpc/quota/limiter.ts";
import { policiesOf } from "../../../../src/rpc/quota/policy.ts";
import { quotaLeases } from "../../../../src/telemetry.ts";

const rate = {
  requestsPerSecond: 1,
  burst: 20,
  tenantRequestsPerSecond: 1,
  tenantBurst: 30,
  anonymousRequestsPerSecond: 3,
};
const away: AskLeases = () => Promise.reject(new Error("no core"));
const key = (credentialId: string, tenantId = "") => ({ ...ANONYMOUS, credentialId, tenantId });

/** A core that keeps the buckets in memory, without refilling them. */
class Buckets {
  readonly levels = new Map<string, number>();
  questions = 0;
  readonly ask: AskLeases = async (demands) => {
    this.questions += 1;
    return demands.map(({ policy, subject, spent, wanted }) => {
      const bucket = `${policy.name} ${subject}`;
      const level = Math.min(policy.capacity, (this.levels.get(bucket) ?? policy.capacity) - spent);
      const granted = Math.max(0, Math.min(wanted, level));
      this.levels.set(bucket, level - granted);
      return { granted, left: level - granted };
    });
  };
}

async function served(
  limiter: Limiter,
  count: number,
  as: ReturnType<typeof key>,
  weight = 1,
): Promise<number> {
  const quotas = await Promise.all(
    Array.from({ length: count }, async () => limiter.count(as, "192.0.2.1", weight)),
  );
  return quotas.filter(({ exceeded }) => !exceeded).length;
}

/** How often processes here asked for leases with this outcome. */
const times = async (outcome: string): Promise<number> =>
  (await quotaLeases.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;

describe("limiter", () => {
  it("gives the whole quota to one process, and says what is left", async () => {
    const buckets = new Buckets();
    using limiter = new Limiter(rate, buckets.ask);
    const first = await limiter.count(key("a"), "192.0.2.1", 1);
    expect(first).to.deep.equal({
      exceeded: undefined,
      policy: '"default";q=20;w=20',
      limit: '"default";r=19;t=1',
    });
    expect(await served(limiter, 100, key("a"))).to.equal(19);
    const over = await limiter.count(key("a"), "192.0.2.1", 1);
    expect(over.limit).to.equal('"default";r=0;t=1');
    expect(over.exceeded).to.include({ reason: "RATE_LIMITED", retryAfterSeconds: 1 });
    expect(buckets.levels.get("default a")).to.equal(0);
    // A burst is one question, not one for each request.
    expect(buckets.questions).to.be.below(10);
  });

  it("gives several processes one quota together, less what each may spend on credit", async () => {
    const buckets = new Buckets();
    using one = new Limiter(rate, buckets.ask);
    using two = new Limiter(rate, buckets.ask);
    using three = new Limiter(rate, buckets.ask);
    const counts = await Promise.all([one, two, three].map((limiter) => served(limiter, 50, key("a"))));
    const total = counts.reduce((sum, count) => sum + count, 0);
    // One request of each process comes before it has asked; the bucket is then overdrawn by them.
    expect(total).to.be.within(20, 23);
    expect(buckets.levels.get("default a")).to.equal(20 - total);
  });

  it("lets a caller move: what one process has leased and not spent goes back", async () => {
    const buckets = new Buckets();
    using one = new Limiter({ ...rate, burst: 1000 }, buckets.ask);
    using two = new Limiter({ ...rate, burst: 1000 }, buckets.ask);
    expect(await served(one, 500, key("a"))).to.equal(500);
    // The first process gives back within its next rounds.
    while ((buckets.levels.get("default a") ?? 0) < 500)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await served(two, 600, key("a"))).to.equal(500);
  });

  it("counts all credentials of a tenant together, and takes from no quota when one refuses", async () => {
    const buckets = new Buckets();
    using limiter = new Limiter(rate, buckets.ask);
    expect(await served(limiter, 20, key("a", "mer_1"))).to.equal(20);
    expect(await served(limiter, 20, key("b", "mer_1"))).to.equal(10);
    const over = await limiter.count(key("b", "mer_1"), "192.0.2.1", 1);
    expect(over.policy).to.equal('"default";q=20;w=20, "tenant";q=30;w=30');
    expect(over.limit).to.match(/^"default";r=\d+;t=1, "tenant";r=0;t=1$/);
    expect(over.exceeded?.reason).to.equal("TENANT_RATE_LIMITED");
    expect(await served(limiter, 1, key("c", "mer_2"))).to.equal(1);
  });

  it("takes the weight of an operation, at most a whole bucket", async () => {
    const buckets = new Buckets();
    using limiter = new Limiter(rate, buckets.ask);
    expect(await served(limiter, 5, key("a"), 8)).to.equal(2);
    const over = await limiter.count(key("a"), "192.0.2.1", 8);
    expect(over.exceeded?.retryAfterSeconds).to.be.within(3, 4);
    expect(await served(limiter, 2, key("b"), 50)).to.equal(1);
  });

  it("goes on with a bucket of its own while the core cannot be asked: limited, and not closed", async () => {
    using limiter = new Limiter(rate, away);
    const alone = await times("alone");
    expect(await served(limiter, 100, key("a"))).to.be.within(20, 22);
    expect(await times("alone")).to.equal(alone + 1);
    expect(await served(limiter, 100, key("b"))).to.be.within(20, 22);
    expect(limiter.countAddress("192.0.2.1").exceeded).to.equal(undefined);
  });

  it("leases again once the core can be asked", async function () {
    this.timeout(10_000);
    const buckets = new Buckets();
    let isAway = true;
    using limiter = new Limiter(rate, (demands) => (isAway ? away(demands) : buckets.ask(demands)));
    await served(limiter, 20, key("a"));
    isAway = false;
    while (buckets.questions === 0) {
      await limiter.count(key("b"), "192.0.2.1", 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await served(limiter, 100, key("c"))).to.equal(20);
  });

  it("does not mix credentials, addresses, or a credential with an address of the same spelling", async () => {
    using limiter = new Limiter(rate, new Buckets().ask);
    expect(await served(limiter, 30, key("192.0.2.1"))).to.equal(20);
    expect(await served(limiter, 1, key("b"))).to.equal(1);
    expect(await served(limiter, 10, ANONYMOUS)).to.equal(3);
    expect((await limiter.count(ANONYMOUS, "192.0.2.2", 1)).exceeded).to.equal(undefined);
  });

  it("counts what cannot wait within the quota, too", async () => {
    using limiter = new Limiter(rate, new Buckets().ask);
    const quotas = Array.from({ length: 10 }, () => limiter.countAddress("192.0.2.1"));
    expect(quotas.filter(({ exceeded }) => !exceeded)).to.have.length(3);
    expect(limiter.reserve("192.0.2.1")).to.equal(false);
  });

  it("gives a reserved unit back", async () => {
    using limiter = new Limiter(rate, new Buckets().ask);
    for (let repeat = 0; repeat < 10; repeat += 1) {
      expect(limiter.reserve("192.0.2.1")).to.equal(true);
      limiter.release("192.0.2.1");
    }
  });

  it("counts requests whose connection was lost together, under a name that the core accepts", async () => {
    const buckets = new Buckets();
    using limiter = new Limiter(rate, buckets.ask);
    const quotas = Array.from({ length: 10 }, () => limiter.countAddress(""));
    expect(quotas.filter(({ exceeded }) => !exceeded)).to.have.length(3);
    for (const end = Date.now() + 5_000; buckets.questions === 0 && Date.now() < end; ) await sleep(20);
    expect([...buckets.levels.keys()]).to.deep.equal(["anonymous unknown"]);
  });

  const cases: [string, string, boolean][] = [
    ["192.0.2.7", "192.0.2.7", true],
    ["192.0.2.7", "192.0.2.8", false],
    ["192.0.2.7", "::ffff:192.0.2.7", true],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::1", true],
    ["2001:db8:1:2::1", "2001:0db8:0001:0002::", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["2001:db8::1", "2001:db8:0:0:1::", true],
    ["2001:db8::1", "2001:db8:0:1::1", false],
    ["::1", "0:0:0:0:1::", true],
    ["fe80::1%eth0", "fe80:0:0:0::2", true],
  ];
  for (const [one, other, shared] of cases) {
    it(`counts ${one} and ${other} ${shared ? "together" : "apart"}`, async () => {
      using limiter = new Limiter({ ...rate, anonymousRequestsPerSecond: 1 }, away);
      // The first request learns that the core cannot be asked.
      await limiter.count(ANONYMOUS, "198.51.100.1", 1);
      expect((await limiter.count(ANONYMOUS, one, 1)).exceeded).to.equal(undefined);
      expect((await limiter.count(ANONYMOUS, other, 1)).exceeded === undefined).to.equal(!shared);
    });
  }
});

describe("what is said to be left", () => {
  it("is never more than the quota, although the level grows while units are held", () => {
    const policy = policiesOf(rate).credential;
    const account = new Account(policy, "key", 0);
    account.renew({ policy, subject: "key", spent: 0, wanted: 5 }, { granted: 5, left: 15 }, 0);
    expect(account.remaining(0)).to.equal(20);
    expect(account.remaining(60_000)).to.equal(policy.capacity);
  });
});
