import { expect } from "chai";
import { alarmsOf, type Facts } from "../../../src/domain/alarm/alarm.ts";

const now = new Date("2026-01-31T12:00:00.000Z");
const nothing = { count: 0, ids: [] };
const quiet: Facts = {
  now,
  violations: [],
  ledgerCheckedAt: now,
  ledgerCheckSeconds: 3_600,
  waiting: [],
  stuck: nothing,
  late: nothing,
  disabled: nothing,
  relays: [],
  vetoed: nothing,
  rootListEnd: "none",
};
const days = (count: number): number => count * 86_400;
const hours = (count: number): number => count * 3_600;

describe("alarms", () => {
  it("miss a check of the ledger two hours after it was due, and after three hours where none is made", () => {
    const raisedAfter = (ledgerCheckSeconds: number, seconds: number): boolean => {
      const ledgerCheckedAt = new Date(now.getTime() - seconds * 1_000);
      return alarmsOf({ ...quiet, ledgerCheckedAt, ledgerCheckSeconds }).length > 0;
    };
    for (const [every, limit] of [
      [0, hours(3)],
      [60, hours(3)],
      [hours(1), hours(3)],
      [days(1), hours(26)],
    ] as const)
      expect([raisedAfter(every, limit), raisedAfter(every, limit + 1)], `every ${every} s`).to.deep.equal([
        false,
        true,
      ]);
  });

  it("have the relays that are behind, the longest of them as their time, without retired ones", () => {
    const relays = [
      { name: "near", seconds: 60 },
      { name: "behind", seconds: 61 },
      { name: "far", seconds: days(30) },
      { name: "retired", seconds: days(30) + 1 },
    ];
    const [alarm, ...more] = alarmsOf({ ...quiet, relays });
    expect(more).to.deep.equal([]);
    expect(alarm).to.deep.include({
      name: "RelayLagging",
      count: 2,
      ids: ["behind", "far"],
      since: new Date("2026-01-01T12:01:00.000Z"),
    });
    expect(
      alarmsOf({ ...quiet, relays: relays.filter(({ name }) => /near|retired/.test(name)) }),
    ).to.deep.equal([]);
  });

  it("stand in the order of severity, then name, then reason", () => {
    const one = { count: 1, ids: ["stl_1"] };
    const facts: Facts = {
      ...quiet,
      ledgerCheckedAt: new Date(now.getTime() - days(1) * 1_000),
      stuck: one,
      vetoed: one,
      waiting: ["UNAVAILABLE", "INVALID_ACCOUNT", "SIGNER_BUSY", "NODE_UNAVAILABLE"].map((reason) => ({
        ...one,
        reason,
      })),
    };
    expect(alarmsOf(facts).map(({ severity, name, reason }) => [severity, name, reason])).to.deep.equal([
      ["page", "NetworkUnavailable", "NODE_UNAVAILABLE"],
      ["page", "NetworkUnavailable", "UNAVAILABLE"],
      ["page", "SettlementSignerDisputed", "SIGNER_BUSY"],
      ["page", "SettlementStuck", undefined],
      ["ticket", "LedgerNotChecked", undefined],
      ["ticket", "SettlementFailing", "INVALID_ACCOUNT"],
      ["ticket", "WalletRecoveryVetoed", undefined],
    ]);
  });
});
