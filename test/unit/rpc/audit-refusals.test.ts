// How many records a flood of refused calls leaves.
import { expect } from "chai";
import { Refusals } from "../../../src/rpc/audit/refusals.ts";

const writeMs = 250;

describe("a flood of refused calls", () => {
  it("has at most 49 records in each second, also the first, when each call is of another address, and no call is lost", () => {
    const refusals = new Refusals<number>();
    const start = Date.UTC(2026, 0, 1, 0, 0, 58, 900);
    const perSecond = 10_000;
    const seconds = 4;
    const own: number[] = [];
    const counts: number[] = [];
    let counted = 0;
    for (let call = 0; call < perSecond * seconds; call += 1) {
      const ms = (call * 1_000) / perSecond;
      if (refusals.admits(call, { address: `2001:db8::${call.toString(16)}` }, { now: start + ms }))
        own.push(ms);
      if (ms % writeMs !== 0) continue;
      const taken = refusals.take();
      counts.push(taken.length);
      counted += taken.reduce((sum, { calls }) => sum + calls, 0);
    }
    counted += refusals.take().reduce((sum, { calls }) => sum + calls, 0);
    expect(own.length + counted).to.equal(perSecond * seconds);
    for (const from of own) {
      const within = own.filter((ms) => ms >= from && ms < from + 1_000);
      expect(within.length, `from ${from} ms on`).to.be.at.most(25);
    }
    expect(own.length).to.equal(25 * seconds);
    expect(Math.max(...counts)).to.be.at.most(6);
  });
});
