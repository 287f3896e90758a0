// What the console works out by itself: amounts, days, and the roles that it offers.
import { expect } from "chai";
import { rolesOf } from "../../../src/domain/access/role.ts";
import { amountOf, amountText, typedAmount } from "../../../web/src/console/amount.ts";
import { statementFile } from "../../../web/src/console/statement-file.ts";
import { stateOf } from "../../../web/src/console/refunded.ts";
import { ROLES } from "../../../web/src/console/api/roles.ts";
import { dayAfter, dayOf, startOfDay } from "../../../web/src/console/days.ts";

describe("an amount in the console", () => {
  it("is read as people of a language type it, digit by digit", () => {
    for (const [text, language, amount] of [
      ["12.50", "en", "12.5"],
      [" 7 ", "en", "7"],
      ["007", "en", "7"],
      [".5", "en", "0.5"],
      ["5.", "en", "5"],
      ["12,50", "de", "12.5"],
      ["12.5", "de", "12.5"],
      ["999999999999999999.000000000000000001", "en", "999999999999999999.000000000000000001"],
    ] as const)
      expect(amountOf(text, language), `${text} ${language}`).to.equal(amount);
  });

  it("is refused when it is none, not above zero, or could mean another amount", () => {
    for (const text of ["", "0", "0.00", "-1", "1e3", "1,000", "1 000", "abc", "1.2.3", "٣"])
      expect(amountOf(text, "en"), text).to.equal(undefined);
    expect(amountOf("1.000", "de")).to.equal(undefined);
    expect(amountOf("1.000", "en")).to.equal("1");
  });

  it("is shown with all its digits, and typed again as it was", () => {
    expect(amountText("1234567890123456.000001", "en")).to.equal("1,234,567,890,123,456.000001");
    expect(amountText("12.5", "de")).to.equal("12,50");
    for (const language of ["en", "de"])
      for (const amount of ["12.345678", "3", "12.5", "100"])
        expect(amountOf(typedAmount(amount, language), language)).to.equal(amount);
    expect(typedAmount("3", "de")).to.equal("3,00");
  });
});

describe("a payment in the console", () => {
  it("is refunded, in part or in whole, as soon as some of it went back", () => {
    const paid = { status: "completed", amount: "12.5" };
    expect(stateOf({ ...paid, refundedAmount: "0" })).to.equal("completed");
    expect(stateOf({ ...paid, refundedAmount: "2.5" })).to.equal("refunded-in-part");
    expect(stateOf({ ...paid, refundedAmount: "12.5" })).to.equal("refunded");
    expect(stateOf({ status: "pending", amount: "1", refundedAmount: "0" })).to.equal("pending");
  });
});

describe("a day in the console", () => {
  it("begins and ends in the reader's own zone, and comes back", () => {
    const begin = startOfDay("2026-03-01") ?? "";
    const end = dayAfter("2026-02-28") ?? "";
    expect(begin).to.equal(end);
    expect(dayOf(new Date(begin))).to.equal("2026-03-01");
  });

  it("is refused when it is none", () => {
    for (const text of [undefined, "", "yesterday", "2026-3-1"])
      expect(startOfDay(text), String(text)).to.equal(undefined);
  });
});

describe("the file of a statement", () => {
  it("has merchant, account, asset type and period in its name, and a number from the second on", () => {
    const period = {
      merchantId: "mer_1",
      account: "settled",
      assetType: "USDX",
      fromTime: startOfDay("2026-10-01") ?? "",
      toTime: dayAfter("2026-10-31"),
    } as const;
    const name = "statement-mer_1-settled-USDX-2026-10-01_2026-10-31";
    expect(statementFile(period, 1, "csv")).to.equal(`${name}.csv`);
    expect(statementFile(period, 2, "xml")).to.equal(`${name}-2.xml`);
  });
});

describe("the roles that the console offers", () => {
  it("are those that the service has", () => {
    for (const owner of ["operator", "merchant", "publisher"] as const)
      expect(ROLES[owner]).to.deep.equal(rolesOf(owner).map(({ name }) => name));
  });
});
