import { expect } from "chai";
import * as fc from "fast-check";
import { rfc3339, rfc3339Now } from "../../../src/gateway/json/rfc3339.ts";

describe("RFC 3339", () => {
  it("is what Date writes, for every time of the years 1 to 9999 in any order", () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), fc.nat(999), (seconds, ms) => {
        expect(rfc3339(seconds, ms)).to.equal(new Date(seconds * 1000 + ms).toISOString());
      }),
      { numRuns: 2000 },
    );
  });

  it("knows the time", () => {
    const before = Date.now();
    const now = Date.parse(rfc3339Now());
    expect(now).to.be.within(before, Date.now());
  });
});
