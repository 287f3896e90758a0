// What the console works out by itself: amounts, days, and the roles that it offers.
import { expect } from "chai";
import { rolesOf } from "../../../src/domain/access/role.ts";
import { amountOf, amountWrong, typedAmount } from "../../../web/src/console/amount.ts";
import { statementFile } from "../../../web/src/console/statement-file.ts";
import { stateOf } from "../../../web/src/console/refunded.ts";
import { ROLES } from "../../../web/src/console/api/roles.ts";
import { dayAfter, dayOf, startOfDay } from "../../../web/src/console/days.ts";

describe("an amount in the console", () => {
  it("is suggested so that it can be typed again as it was", () => {
    for (const language of ["en", "de"])
      for (const amount of ["12.345678", "3", "12.5", "100"])
        expect(amountOf(typedAmount(amount, language), language)).to.equal(amount);
    expect(typedAmount("3", "de")).to.equal("3,00");
  });

  it("is explained in the language of the reader when a text is none", () => {
    expect(amountWrong("de-DE")).to.include("such as 12,50.").and.to.include("1.234,50");
    expect(amountWrong("en-US")).to.include("such as 12.50.").and.to.include("1,234.50");
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
