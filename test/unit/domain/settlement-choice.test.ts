import { expect } from "chai";
import fc from "fast-check";
import { choose } from "../../../src/domain/settlement/choice.ts";

const payment = (amount: bigint, i = 0) => ({ paymentId: `p${i}`, amount });
const refund = (amount: bigint, fromSettled = 0n, i = 0) => ({ refundId: `r${i}`, amount, fromSettled });
const total = (items: readonly { amount: bigint }[]) => items.reduce((sum, { amount }) => sum + amount, 0n);

describe("what a settlement consists of", () => {
  it("is everything, netted, when something is owed", () => {
    const choice = choose([payment(100n, 1), payment(50n, 2)], [refund(30n, 10n)], 120n);
    expect(choice?.transfer).to.equal(120n);
    expect(choice?.fromMerchant, "the 10 left the settled account already").to.equal(130n);
    expect(choice?.payments).to.have.length(2);
    expect(choice?.refunds).to.have.length(1);
  });

  it("is nothing while refunds eat up all payments", () => {
    expect(choose([payment(100n)], [refund(100n)], 0n)).to.equal(undefined);
    expect(choose([payment(10n)], [refund(20n, 20n)], -10n)).to.equal(undefined);
    expect(choose([], [], 0n)).to.equal(undefined);
  });

  it("leaves payments waiting that a refund beyond this settlement will need", () => {
    const choice = choose([payment(60n, 1), payment(60n, 2)], [], 80n);
    expect(choice?.payments.map(({ paymentId }) => paymentId)).to.deep.equal(["p1"]);
  });

  it("never pays more than is owed, never takes more than the merchant has, and takes all of it when it sees all", () => {
    const money = fc.bigInt({ min: 1n, max: 50n });
    const refunds = fc.array(fc.tuple(money, fc.bigInt({ min: 0n, max: 50n })), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(money, { maxLength: 8 }),
        refunds,
        fc.nat(8),
        fc.nat(8),
        (paid, refunded, seenPaid, seenRefunded) => {
          const payments = paid.map(payment);
          const all = refunded.map(([amount, settled], i) =>
            refund(amount, settled < amount ? settled : amount, i),
          );
          const fromSettled = all.reduce((sum, each) => sum + each.fromSettled, 0n);
          const owed = total(payments) - total(all);
          const merchantBalance = owed + fromSettled;
          const choice = choose(payments.slice(0, seenPaid), all.slice(0, seenRefunded), owed);
          if (choice) {
            expect(choice.transfer > 0n && choice.transfer <= owed).to.equal(true);
            expect(choice.transfer).to.equal(total(choice.payments) - total(choice.refunds));
            expect(choice.fromMerchant <= merchantBalance).to.equal(true);
            const netted = choice.refunds.reduce((sum, each) => sum + (each.amount - each.fromSettled), 0n);
            expect(choice.fromMerchant).to.equal(total(choice.payments) - netted);
          }
          const seesAll = seenPaid >= payments.length && seenRefunded >= all.length;
          if (seesAll && owed > 0n) {
            expect(choice?.payments).to.have.length(payments.length);
            expect(choice?.refunds).to.have.length(all.length);
          }
          if (owed <= 0n) expect(choice).to.equal(undefined);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
