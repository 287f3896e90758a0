// Recovery of a lost key, as states: whatever is tried in whatever order, the holder who still has the key is not overrun.
import { expect } from "chai";
import fc from "fast-check";
import { Refused } from "../../../src/domain/refused.ts";
import {
  afterRecoveryVerb,
  type RecoveryState,
  recoveryStatusAt,
  recoveryTimes,
  type RecoveryVerb,
  requireRecoveryAllowed,
} from "../../../src/domain/wallet/recovery.ts";

const start = new Date("2026-01-15T09:30:00.000Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const delay = 72 * 3600;
/** 30 days (D-076). */
const RECOVERY_COMPLETION_SECONDS = 30 * 86_400;
const pending: RecoveryState = { status: "pending", ...recoveryTimes(start, delay) };

/** Verbs with the seconds that pass before each. */
const history = fc.array(
  fc.record({
    wait: fc.integer({ min: 0, max: delay + RECOVERY_COMPLETION_SECONDS }),
    verb: fc.constantFrom<RecoveryVerb>("veto", "complete", "replace"),
  }),
  { minLength: 1, maxLength: 8 },
);

/** What becomes of it: its end and when that was. */
function lived(steps: readonly { wait: number; verb: RecoveryVerb }[]) {
  let state = pending;
  let seconds = 0;
  const ends: { verb: RecoveryVerb; seconds: number; from: string }[] = [];
  for (const { wait, verb } of steps) {
    seconds += wait;
    const from = recoveryStatusAt(state, after(seconds));
    try {
      const status = afterRecoveryVerb(state, verb, after(seconds));
      if (status !== state.status) ends.push({ verb, seconds, from });
      state = { ...state, status };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
  return { state, ends };
}

describe("a recovery", () => {
  it("is completed at no time before its delay is over, and at none after its month", () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const { verb, seconds } of lived(steps).ends)
          if (verb === "complete") {
            expect(seconds).to.be.at.least(delay);
            expect(seconds).to.be.below(delay + RECOVERY_COMPLETION_SECONDS);
          }
      }),
      { numRuns: 2000 },
    );
  });

  it("ends once, and what has ended never comes back", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const { ends } = lived(steps);
        expect(ends.length).to.be.at.most(1);
        expect(ends.every(({ from }) => from === "pending")).to.equal(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("that was vetoed is never completed, whatever time passes", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: delay + RECOVERY_COMPLETION_SECONDS - 1 }),
        history,
        (at, steps) => {
          const vetoed = [{ wait: at, verb: "veto" as const }, ...steps];
          expect(lived(vetoed).state.status).to.equal("vetoed");
        },
      ),
      { numRuns: 500 },
    );
  });

  it("can be completed from the very moment, and not a millisecond before", () => {
    const { effectiveAt, expiresAt } = pending;
    const before = new Date(effectiveAt.getTime() - 1);
    expect(() => afterRecoveryVerb(pending, "complete", before))
      .to.throw(Refused)
      .with.property("reason", "RECOVERY_TOO_EARLY");
    expect(afterRecoveryVerb(pending, "complete", effectiveAt)).to.equal("completed");
    expect(afterRecoveryVerb(pending, "complete", new Date(expiresAt.getTime() - 1))).to.equal("completed");
    for (const verb of ["complete", "veto", "replace"] as const)
      expect(() => afterRecoveryVerb(pending, verb, expiresAt))
        .to.throw(Refused)
        .with.property("reason", "RECOVERY_NOT_PENDING");
  });

  it("repeats succeed and change nothing", () => {
    for (const [verb, status] of [
      ["complete", "completed"],
      ["veto", "vetoed"],
      ["replace", "replaced"],
    ] as const)
      expect(afterRecoveryVerb({ ...pending, status }, verb, after(0))).to.equal(status);
  });

  it("is one of five in a month", () => {
    for (const count of [0, 4]) requireRecoveryAllowed(count);
    expect(() => requireRecoveryAllowed(5))
      .to.throw(Refused)
      .with.property("reason", "RECOVERY_LIMIT");
  });
});
