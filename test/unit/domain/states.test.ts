import { expect } from "chai";
import fc from "fast-check";
import { afterVerb, type LifecycleStatus, type LifecycleVerb } from "../../../src/domain/asset/lifecycle.ts";
import { cancel, complete, decline, type Payment } from "../../../src/domain/payment/payment.ts";
import { Refused } from "../../../src/domain/refused.ts";
import {
  afterObservation,
  type Observation,
  type SettlementStatus,
} from "../../../src/domain/settlement/settlement.ts";

const attempt = <T>(action: () => T): T | undefined => {
  try {
    return action();
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
};

describe("state machines", () => {
  const at = (seconds: number): Date => new Date(1_700_000_000_000 + seconds * 1000);
  const pending: Payment = {
    paymentId: "pay",
    merchantId: "mer",
    assetTypeId: "aty",
    amount: 1n,
    status: "pending",
    nonce: "n",
    refundedAmount: 0n,
    createdAt: at(0),
    expiresAt: at(900),
    version: 1,
  };

  it("a payment: from a terminal state nothing leads on", () => {
    const verbs = {
      complete: (p: Payment, now: Date) => complete(p, { walletId: "w", transactionId: "t" }, now),
      cancel,
      decline: (p: Payment, now: Date) => decline(p, "w", now),
    };
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom("complete" as const, "cancel" as const, "decline" as const), fc.nat(1200)),
          {
            maxLength: 8,
          },
        ),
        (steps) => {
          let payment = pending;
          for (const [verb, second] of steps) {
            const next = attempt(() => verbs[verb](payment, at(second)));
            if (payment.status !== "pending" && next) expect(next).to.equal(payment);
            if (next && next !== payment) expect(next.version).to.equal(payment.version + 1);
            if (payment.status === "pending" && verb !== "cancel" && at(second) >= payment.expiresAt)
              expect(next).to.equal(undefined);
            payment = next ?? payment;
          }
        },
      ),
    );
  });

  it("an asset: exactly the documented exits", () => {
    const documented: Record<LifecycleStatus, Partial<Record<LifecycleVerb, LifecycleStatus>>> = {
      issued: { activate: "active", revoke: "revoked" },
      active: {
        activate: "active",
        resume: "active",
        suspend: "suspended",
        revoke: "revoked",
        retire: "retired",
      },
      suspended: { suspend: "suspended", resume: "active", revoke: "revoked", retire: "retired" },
      revoked: { revoke: "revoked" },
      retired: { retire: "retired" },
    };
    for (const status of Object.keys(documented) as LifecycleStatus[])
      for (const verb of ["activate", "suspend", "resume", "revoke", "retire"] as const)
        expect(
          attempt(() => afterVerb(status, verb)),
          `${verb} on ${status}`,
        ).to.equal(documented[status][verb]);
  });

  it("a settlement: final stays final, and only a confirmed one can be reverted", () => {
    const observation: fc.Arbitrary<Observation> = fc.oneof(
      fc.constant({ state: "not_found" } as const),
      fc.constant({ state: "pending" } as const),
      fc.record({
        state: fc.constantFrom("included" as const, "finalized" as const),
        confirmations: fc.nat(50),
      }),
    );
    fc.assert(
      fc.property(fc.array(observation, { maxLength: 20 }), fc.nat(20), (observations, required) => {
        let status: SettlementStatus = "pending";
        for (const seen of observations) {
          const next = afterObservation(status, seen, required);
          if (status === "finalized") expect(next).to.equal("finalized");
          if (next === "reverted") expect(status).to.equal("confirmed");
          if (next === "finalized" && status !== "finalized") {
            expect(seen.state).to.equal("finalized");
            expect((seen as { confirmations: number }).confirmations).to.be.at.least(required);
          }
          status = next;
        }
      }),
    );
  });
});
