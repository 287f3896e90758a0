// How long gateways and cores together go on with what they know of a credential.
import { expect } from "chai";
import { keptMs } from "../../../src/services/access/recently-found.ts";

describe("what a core has found of a credential", () => {
  it("is forgotten so soon that a revoked credential stops working within five seconds", () => {
    for (let gatewayMs = 0; gatewayMs <= 5_000; gatewayMs += 1)
      expect(gatewayMs + keptMs(gatewayMs)).to.be.within(gatewayMs, 5_000);
    expect(3_000 + keptMs(3_000), "with the preset of gateways").to.equal(4_000);
  });

  it("is not kept when gateways keep nothing", () => {
    expect(keptMs(0)).to.equal(0);
  });
});
