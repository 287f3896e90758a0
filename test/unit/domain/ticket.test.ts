// What decides over a redemption, as rules: every history of attempts keeps to them.
import { expect } from "chai";
import fc from "fast-check";
import type { LifecycleStatus } from "../../../src/domain/asset/lifecycle.ts";
import { isSamePlace } from "../../../src/domain/ticket/redemption.ts";
import {
  type Attempt,
  DEFAULT_TERMS,
  judgeTicket,
  refusalOf,
  type Ticket,
  type TicketTerms,
  termsOfAsset,
  usesLeft,
} from "../../../src/domain/ticket/ticket.ts";

const start = Date.parse("2026-11-21T18:00:00.000Z");
const groups = ["north", "south", "vip.1"];
const moment = fc.integer({ min: -5, max: 5 }).map((ms) => new Date(start + ms));
const statuses: LifecycleStatus[] = ["issued", "active", "suspended", "revoked", "retired"];

const terms: fc.Arbitrary<TicketTerms> = fc
  .record({
    notBefore: fc.option(moment, { nil: undefined }),
    notAfter: fc.option(moment, { nil: undefined }),
    gateGroups: fc.subarray(groups),
    useCount: fc.integer({ min: 1, max: 4 }),
  })
  .filter(({ notBefore, notAfter }) => !notBefore || !notAfter || notBefore <= notAfter)
  .map(({ notBefore, notAfter, ...rest }) => ({
    ...rest,
    redeemers: [],
    ...(notBefore ? { notBefore } : {}),
    ...(notAfter ? { notAfter } : {}),
  }));

const attempt: fc.Arbitrary<Attempt> = fc.record({
  lifecycle: fc.oneof(
    { weight: 5, arbitrary: fc.constant<LifecycleStatus>("active") },
    fc.constantFrom(...statuses),
  ),
  at: moment,
  gate: fc
    .option(fc.constantFrom(...groups, "other"), { nil: undefined })
    .map((group) => (group ? { group } : {})),
});

const fresh = (given: TicketTerms): Ticket => ({
  publisherId: "pub",
  assetId: "ast",
  terms: given,
  usedCount: 0,
});
const used = (ticket: Ticket, at: Date): Ticket => ({
  ...ticket,
  usedCount: ticket.usedCount + 1,
  lastRedeemedAt: at,
});

describe("a ticket", () => {
  it("is redeemed by an attempt exactly when it is active, has a use left, is valid and for this gate", () => {
    fc.assert(
      fc.property(terms, fc.nat({ max: 4 }), attempt, (given, count, tried) => {
        const usedCount = Math.min(count, given.useCount);
        const ticket = {
          ...fresh(given),
          usedCount,
          ...(usedCount ? { lastRedeemedAt: new Date(start) } : {}),
        };
        const may =
          tried.lifecycle === "active" &&
          usedCount < given.useCount &&
          (given.notBefore === undefined || tried.at.getTime() >= given.notBefore.getTime()) &&
          (given.notAfter === undefined || tried.at.getTime() <= given.notAfter.getTime()) &&
          (given.gateGroups.length === 0 || given.gateGroups.includes(tried.gate?.group ?? ""));
        expect(refusalOf(ticket, tried) === undefined).to.equal(may);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is never redeemed more often than it has uses, outside of its time, or by a gate that it is not for", () => {
    fc.assert(
      fc.property(terms, fc.array(attempt, { maxLength: 20 }), (given, attempts) => {
        let ticket = fresh(given);
        const taken: Attempt[] = [];
        for (const tried of attempts) {
          const before = usesLeft(ticket);
          const refusal = refusalOf(ticket, tried);
          if (!refusal) {
            ticket = used(ticket, tried.at);
            taken.push(tried);
            expect(usesLeft(ticket)).to.equal(before - 1);
          }
        }
        expect(taken.length).to.be.at.most(given.useCount);
        expect(usesLeft(ticket)).to.equal(given.useCount - taken.length);
        for (const { lifecycle, at, gate } of taken) {
          expect(lifecycle).to.equal("active");
          if (given.notBefore) expect(at.getTime()).to.be.at.least(given.notBefore.getTime());
          if (given.notAfter) expect(at.getTime()).to.be.at.most(given.notAfter.getTime());
          if (given.gateGroups.length > 0) expect(given.gateGroups).to.include(gate?.group);
        }
      }),
    );
  });

  it("that is used up stays so, and says when, also outside of its time and at a gate that it is not for", () => {
    fc.assert(
      fc.property(terms, attempt, (given, tried) => {
        const at = new Date(start);
        const ticket: Ticket = { ...fresh(given), usedCount: given.useCount, lastRedeemedAt: at };
        const refusal = refusalOf(ticket, { ...tried, lifecycle: "active" });
        expect(refusal?.reason).to.equal("ALREADY_REDEEMED");
        expect(refusal?.message).to.include("2026-11-21T18:00:00.000Z");
      }),
    );
  });

  it("answers every condition, always in one order, and leaves the gate out where none asks", () => {
    fc.assert(
      fc.property(terms, attempt, (given, tried) => {
        const { gate: _, ...somewhere } = tried;
        const findings = judgeTicket(fresh(given), somewhere);
        expect(findings.map(({ check }) => check)).to.deep.equal([
          "lifecycle",
          "uses",
          "validity",
          "gate_group",
        ]);
        expect(findings.at(-1)?.reason).to.equal(null);
      }),
    );
  });

  it("has both ends of its time in it", () => {
    const [notBefore, notAfter] = [new Date(start), new Date(start + 1)];
    const ticket = fresh({ ...DEFAULT_TERMS, notBefore, notAfter });
    const at = (ms: number) => refusalOf(ticket, { lifecycle: "active", at: new Date(ms), gate: {} })?.reason;
    expect([at(start - 1), at(start), at(start + 1), at(start + 2)]).to.deep.equal([
      "NOT_YET_VALID",
      undefined,
      undefined,
      "EXPIRED",
    ]);
  });
});

describe("terms", () => {
  it("of a ticket are its own, or once at any time and any gate; of other assets there are none", () => {
    expect(termsOfAsset("ticket", undefined)).to.deep.equal({ gateGroups: [], useCount: 1, redeemers: [] });
    const own = { ...DEFAULT_TERMS, useCount: 10 };
    expect(termsOfAsset("ticket", own)).to.equal(own);
    for (const kind of ["good", "identity", "value"] as const) {
      expect(termsOfAsset(kind, undefined)).to.equal(undefined);
    }
  });
});

describe("a place", () => {
  it("is the same only with the same gate, group and redeemer", () => {
    const place = { gate: "A1", gateGroup: "north", redeemedBy: "mer_1" };
    expect(isSamePlace(place, { ...place })).to.equal(true);
    for (const over of [{ gate: "A2" }, { gateGroup: "south" }, { redeemedBy: "mer_2" }])
      expect(isSamePlace(place, { ...place, ...over })).to.equal(false);
    expect(isSamePlace(place, { gate: "A1", gateGroup: "north" })).to.equal(false);
  });
});
