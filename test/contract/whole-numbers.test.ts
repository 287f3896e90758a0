// Limits of numbers that are texts in JSON: OpenAPI has no keyword for them but the pattern.
import { expect } from "chai";
import fc from "fast-check";
import { wholeNumbers } from "../../src/codegen/openapi/whole-numbers.ts";

const around = (limit: bigint): bigint[] => [limit - 1n, limit, limit + 1n].filter((number) => number >= 0n);

describe("the pattern of whole numbers between limits", () => {
  it("fits these and no others", () => {
    const number = fc.oneof(fc.bigInt(0n, 200n), fc.bigInt(0n, 10n ** 12n));
    fc.assert(
      fc.property(number, number, fc.array(number), (a, b, others) => {
        const [least, most] = a < b ? [a, b] : [b, a];
        const pattern = new RegExp(wholeNumbers(least, most), "u");
        for (const tried of [...others, ...around(least), ...around(most), ...around(10n ** 5n)])
          expect(pattern.test(String(tried)), `${tried} of ${least} to ${most}`).to.equal(
            tried >= least && tried <= most,
          );
        for (const form of ["", "-1", `0${least}`, `${most}.0`, ` ${least}`])
          expect(pattern.test(form), form).to.equal(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is short where the limits are round", () => {
    expect(wholeNumbers(0n, 99_999n)).to.equal("^(0|[1-9][0-9]{0,4})$");
    expect(wholeNumbers(60n, 3_600n)).to.equal(
      "^([6-9][0-9]|[1-9][0-9]{2}|[1-2][0-9]{3}|3[0-5][0-9]{2}|3600)$",
    );
  });
});
