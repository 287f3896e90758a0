import { expect } from "chai";
import * as fc from "fast-check";
import { minuteText, rfc3339Now } from "../../../src/json/rfc3339.ts";

describe("RFC 3339", () => {
  it("is what Date writes up to the minute, for every time of the years 1 to 9999 in any order", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_035_593_280, max: 4_223_371_679 }), (minute) => {
        expect(minuteText(minute)).to.equal(new Date(minute * 60_000).toISOString().slice(0, 17));
      }),
      { numRuns: 2000 },
    );
  });

  it("is what Date writes of now, whenever that is", () => {
    const { now } = Date;
    try {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (ms) => {
          Date.now = () => ms;
          expect(rfc3339Now()).to.equal(new Date(ms).toISOString());
        }),
        { numRuns: 2000 },
      );
    } finally {
      Date.now = now;
    }
  });

  it("knows the time", () => {
    const before = Date.now();
    const now = Date.parse(rfc3339Now());
    expect(now).to.be.within(before, Date.now());
  });
});
