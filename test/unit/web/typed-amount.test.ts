// Amounts as people type them into the console and the wallet, and as both write them.
import { expect } from "chai";
import fc from "fast-check";
import { amountIn, examplesIn, readAmount } from "../../../web/src/typed-amount.ts";

describe("a typed amount", () => {
  it("is read as people of a language type it, digit by digit", () => {
    for (const [text, language, amount] of [
      ["12.50", "en", "12.5"],
      [" 7 ", "en", "7"],
      ["007", "en", "7"],
      [".5", "en", "0.5"],
      ["5.", "en", "5"],
      ["1.000", "en", "1"],
      ["12,50", "de", "12.5"],
      ["12.5", "de", "12.5"],
      ["12,345", "de", "12.345"],
      ["12.50", "fr", "12.5"],
      ["999999999999999999.000000000000000001", "en", "999999999999999999.000000000000000001"],
    ] as const)
      expect(readAmount(text, language), `${text} ${language}`).to.equal(amount);
  });

  it("may have its digits in groups where the language has them", () => {
    for (const [text, language, amount] of [
      ["1.234,56", "de-DE", "1234.56"],
      ["1.234.567", "de-DE", "1234567"],
      ["1,234.50", "en-US", "1234.5"],
      ["1 234,56", "fr-FR", "1234.56"],
      ["1 000", "fr-FR", "1000"],
      ["1'234.56", "de-CH", "1234.56"],
      ["12,34,567.50", "en-IN", "1234567.5"],
      ["1.234,56", "es-ES", "1234.56"],
    ] as const)
      expect(readAmount(text, language), `${text} ${language}`).to.equal(amount);
    for (const [text, language] of [
      ["12.34,56", "de-DE"],
      ["1.2345,6", "de-DE"],
      ["0.001,5", "de-DE"],
      ["1,234.56", "de-DE"],
      ["1.234,56", "en-US"],
      ["1,00", "en-US"],
      ["1234,567.50", "en-US"],
      ["1,234,567.5", "en-IN"],
      ["1 234.50", "fr-FR"],
    ] as const)
      expect(readAmount(text, language), `${text} ${language}`).to.equal(undefined);
  });

  it("may have the digits of the language", () => {
    for (const [text, language, amount] of [
      ["١٢٫٥٠", "ar-EG", "12.5"],
      ["١٬٢٣٤٫٥٠", "ar-EG", "1234.5"],
      ["12.50", "ar-EG", "12.5"],
      ["१२.५०", "mr-IN", "12.5"],
    ] as const)
      expect(readAmount(text, language), `${text} ${language}`).to.equal(amount);
    for (const language of ["ar-EG", "fa-IR", "mr-IN", "en-US"])
      expect(readAmount(examplesIn(language).example, language), language).to.equal("12.5");
  });

  it("is refused when it is none, not above zero, or could mean another amount", () => {
    for (const text of ["", "0", "0.00", "-1", "1e3", "1,000", "1 000", "abc", "1.2.3", "1.000.000", "٣"])
      expect(readAmount(text, "en"), text).to.equal(undefined);
    for (const text of ["1.0000000000000000001", "1234567890123456789"])
      expect(readAmount(text, "en"), text).to.equal(undefined);
    for (const language of ["de", "fr", "es"])
      expect(readAmount("1.000", language), language).to.equal(undefined);
  });

  it("is written with all its digits", () => {
    expect(amountIn("12.5", "de")).to.equal("12,50");
    expect(amountIn("1234567", "de")).to.equal("1.234.567,00");
    for (const three of ["3", "3.0", "3.00"]) expect(amountIn(three, "en")).to.equal("3.00");
    expect(amountIn("123456789012345678.123456789012345678", "en")).to.equal(
      "123,456,789,012,345,678.123456789012345678",
    );
  });

  it("is read back as it was written", () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 20n - 1n });
    for (const language of ["de-DE", "en-US", "fr-FR", "de-CH", "en-IN", "es-ES", "ar-AE", "ar-EG", "fa-IR"])
      fc.assert(
        fc.property(cents, (sum) => {
          const digits = String(sum).padStart(3, "0");
          const amount = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
          const shown = amountIn(amount, language);
          expect(readAmount(shown, language), shown).to.equal(amount.replace(/\.?0+$/, ""));
        }),
      );
  });
});
