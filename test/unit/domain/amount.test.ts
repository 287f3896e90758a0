import { expect } from "chai";
import fc from "fast-check";
import { formatAmount, parseAmount } from "../../../src/domain/amount/amount.ts";
import { Refused } from "../../../src/domain/refused.ts";

const decimals = fc.integer({ min: 0, max: 18 });
const minor = fc.bigInt({ min: 1n, max: 10n ** 18n - 1n });

const refusal = (text: string, digits: number): string | undefined => {
  try {
    parseAmount(text, digits);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
};

describe("amounts", () => {
  it("read back what they were, for every scale", () => {
    fc.assert(
      fc.property(
        minor,
        decimals,
        (amount, digits) => parseAmount(formatAmount(amount, digits), digits) === amount,
      ),
    );
  });

  it("are canonical when written: no trailing zeros, no leading zeros, no bare point", () => {
    fc.assert(
      fc.property(minor, decimals, (amount, digits) =>
        /^(0|[1-9]\d*)(\.\d*[1-9])?$/.test(formatAmount(amount, digits)),
      ),
    );
  });

  it("mean the same with more zeros behind the point, as long as the scale allows them", () => {
    expect(parseAmount("1.5", 6)).to.equal(1_500_000n);
    expect(parseAmount("1.500000", 6)).to.equal(1_500_000n);
    expect(parseAmount("0.000001", 6)).to.equal(1n);
    expect(parseAmount("7", 0)).to.equal(7n);
  });

  it("are never rounded: one digit too many is refused", () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 0, max: 17 }), (amount, digits) => {
        const whole = (amount % 10n ** 9n).toString();
        return refusal(`${whole}.${"0".repeat(digits)}1`, digits) === "AMOUNT_SCALE";
      }),
    );
  });

  for (const text of [
    "",
    ".5",
    "5.",
    "+1",
    "-1",
    " 1",
    "1 ",
    "01",
    "1e3",
    "1,5",
    "0x1",
    "NaN",
    "Infinity",
    "１",
    "1".repeat(19),
  ])
    it(`are refused as malformed: ${JSON.stringify(text)}`, () =>
      expect(refusal(text, 6)).to.equal("AMOUNT_MALFORMED"));

  it("of zero are refused, whatever their form", () => {
    for (const text of ["0", "0.0", "0.000000"]) expect(refusal(text, 6)).to.equal("AMOUNT_NOT_POSITIVE");
  });

  it("of the largest form fit the store's numeric(38)", () => {
    expect(parseAmount(`${"9".repeat(18)}.${"9".repeat(18)}`, 18).toString()).to.have.length(36);
  });
});
