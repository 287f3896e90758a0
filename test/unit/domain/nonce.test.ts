import { expect } from "chai";
import fc from "fast-check";
import { newNonce } from "../../../src/domain/nonce.ts";

describe("nonces", () => {
  it("have the asked length, and no 8 bytes of one are ever seen again", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 300 }), (bytes) => {
        const nonce = newNonce(bytes);
        expect(nonce).to.have.length(bytes);
        const hex = nonce.toString("hex");
        for (let at = 0; at + 8 <= bytes; at += 1) {
          const part = hex.slice(2 * at, 2 * at + 16);
          expect(seen.has(part)).to.equal(false);
          seen.add(part);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("share no memory with each other", () => {
    const nonces = Array.from({ length: 600 }, () => newNonce(32));
    const texts = nonces.map((nonce) => nonce.toString("hex"));
    for (let index = 0; index < nonces.length; index += 2) nonces[index]?.fill(0);
    nonces.push(...Array.from({ length: 600 }, () => newNonce(32)));
    for (let index = 1; index < texts.length; index += 2)
      expect(nonces[index]?.toString("hex")).to.equal(texts[index]);
    expect(nonces.slice(600).some((nonce) => nonce.includes(Buffer.alloc(8)))).to.equal(false);
  });

  it("are never shorter than asked", () => {
    expect(newNonce(4_096)).to.have.length(4_096);
    expect(() => newNonce(4_097)).to.throw(RangeError);
  });

  it("have bits that are 1 as often as 0", () => {
    const ones = Array.from({ length: 4_000 }, () => newNonce(16))
      .flatMap((nonce) => [...nonce])
      .reduce((sum, byte) => sum + byte.toString(2).replaceAll("0", "").length, 0);
    // 512,000 bits: six standard deviations are 2,147.
    expect(ones).to.be.within(256_000 - 2_147, 256_000 + 2_147);
  });
});
