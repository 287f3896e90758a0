import { expect } from "chai";
import fc from "fast-check";
import { verdictOf } from "../../../../src/domain/webhook/answer.ts";
import { afterFailure, isOpen, probeWaitMs } from "../../../../src/domain/webhook/breaker.ts";
import { retryWaitMs } from "../../../../src/domain/webhook/schedule.ts";

const now = Date.parse("2026-11-24T00:00:00Z");
const pauseOf = (status: number, retryAfter: string): number | undefined => {
  const verdict = verdictOf({ status, error: "STATUS", retryAfter }, 1, now, 0.5);
  return verdict.kind === "failed" ? verdict.pauseMs : undefined;
};

describe("what follows from an attempt", () => {
  it("waits as long as the schedule says, up to 10 % more or less", () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 50].map((attempts) => retryWaitMs(attempts, 0.5) / 1000);
    const hours = [2, 5, 10, 14, 20, 24, 24, 24].map((hour) => hour * 3600);
    expect(seconds).to.deep.equal([5, 300, 1800, ...hours]);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, random) => {
          expect(retryWaitMs(n, random) / retryWaitMs(n, 0.5)).to.be.within(0.9, 1.1);
        },
      ),
    );
  });

  it("obeys Retry-After of 429 and 503, from 5 seconds to a day, and of no other status", () => {
    expect(pauseOf(429, "120")).to.equal(120_000);
    expect(pauseOf(503, "Tue, 24 Nov 2026 00:10:00 GMT")).to.equal(600_000);
    expect(pauseOf(503, "0")).to.equal(5_000);
    expect(pauseOf(429, "999999999")).to.equal(86_400_000);
    expect(pauseOf(429, "99999999999")).to.equal(86_400_000);
    for (const text of ["soon", "", "-1", "1.5", "2026-11-24"])
      expect(pauseOf(429, text), text).to.equal(undefined);
    expect(pauseOf(500, "120")).to.equal(undefined);
  });

  it("ends the endpoint only with 410", () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), (status) => {
        const { kind } = verdictOf({ status, error: "STATUS" }, 1, now);
        expect(kind).to.equal(status === 410 ? "gone" : "failed");
      }),
    );
  });

  it("opens the breaker at the fifth failure in a row, then counts only probes, with longer and longer pauses", () => {
    let failures = 0;
    for (const _ of [1, 2, 3, 4]) failures = afterFailure(failures, false);
    expect([isOpen(failures), probeWaitMs(failures)]).to.deep.equal([false, undefined]);
    failures = afterFailure(failures, false);
    expect([isOpen(failures), probeWaitMs(failures)]).to.deep.equal([true, 5_000]);
    expect(afterFailure(failures, false)).to.equal(failures);
    expect([1, 2, 100].map((more) => probeWaitMs(failures + more))).to.deep.equal([10_000, 20_000, 300_000]);
  });
});
