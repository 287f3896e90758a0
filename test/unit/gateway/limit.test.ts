import { expect } from "chai";
import { ANONYMOUS } from "../../../src/gateway/authenticate.ts";
import { limiter, rateLimited } from "../../../src/gateway/limit.ts";

const rate = { requestsPerSecond: 10, burst: 20, anonymousRequestsPerSecond: 3 };
const key = (credentialId: string) => ({ ...ANONYMOUS, credentialId });

describe("limiter", () => {
  it("counts down to nothing, then says how long to wait", () => {
    const limits = limiter(rate);
    for (let left = 19; left >= 0; left -= 1) {
      const quota = limits.count(key("a"), "192.0.2.1");
      expect(quota).to.deep.include({ exceeded: false, policy: '"default";q=20;w=2' });
      expect(quota.limit).to.match(new RegExp(`^"default";r=${left};t=[12]$`));
    }
    const over = limits.count(key("a"), "192.0.2.1");
    expect(over.exceeded).to.equal(true);
    expect(over.limit).to.match(/^"default";r=0;t=[12]$/);
    expect(rateLimited(over).retryAfterSeconds).to.be.within(1, 2);
  });

  it("does not mix credentials, addresses, or a credential with an address of the same spelling", () => {
    const limits = limiter(rate);
    for (let count = 0; count < 21; count += 1) limits.count(key("192.0.2.1"), "192.0.2.1");
    expect(limits.count(key("b"), "192.0.2.1").exceeded).to.equal(false);
    for (let count = 0; count < 3; count += 1)
      expect(limits.count(ANONYMOUS, "192.0.2.1").exceeded).to.equal(false);
    expect(limits.count(ANONYMOUS, "192.0.2.1").exceeded).to.equal(true);
    expect(limits.count(ANONYMOUS, "192.0.2.2").exceeded).to.equal(false);
  });

  it("begins anew when the window has passed", async () => {
    const limits = limiter(rate);
    while (!limits.count(ANONYMOUS, "192.0.2.1").exceeded);
    while (limits.count(ANONYMOUS, "192.0.2.1").exceeded)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(limits.count(ANONYMOUS, "192.0.2.1").limit).to.match(/^"anonymous";r=1;t=1$/);
  });
});
