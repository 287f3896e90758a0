import { expect } from "chai";
import fc from "fast-check";
import { newNonce } from "../../../src/domain/nonce.ts";

describe("nonces", () => {
  it("have the asked length, never repeat, and share no memory", () => {
    const seen = new Set<string>();
    let before = newNonce(32);
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 4_096 }), (bytes) => {
        const text = before.toString("hex");
        const nonce = newNonce(bytes);
        expect(nonce).to.have.length(bytes);
        const first = nonce.toString("hex", 0, 8);
        expect(seen.has(first)).to.equal(false);
        seen.add(first);
        // Whoever changes its own nonce changes no other, made before or after.
        expect(before.toString("hex")).to.equal(text);
        before.fill(0);
        expect(nonce.toString("hex", 0, 8)).to.equal(first);
        before = nonce;
      }),
      { numRuns: 2_000 },
    );
  });

  it("have bits that are 1 as often as 0", () => {
    const ones = Array.from({ length: 4_000 }, () => newNonce(16))
      .flatMap((nonce) => [...nonce])
      .reduce((sum, byte) => sum + byte.toString(2).replaceAll("0", "").length, 0);
    // 512,000 bits: six standard deviations are 2,147.
    expect(ones).to.be.within(256_000 - 2_147, 256_000 + 2_147);
  });
});
