// An operation that moves an amount says so, because a credential with a highest amount is held to the declaration alone.
import { expect } from "chai";
import { operations } from "../../gen/rest/operations.ts";
import { messageOf } from "../../src/rpc/contract.ts";

/** Operations that move an amount which the request does not state. */
const unstated = ["AuthorizePayment"];

describe("operations that move an amount", () => {
  const writing = operations.filter(({ readOnly, access }) => !readOnly && access.kind !== "peer");

  it("declare it wherever a request states one", () => {
    const stating = writing.flatMap(({ method, request }) => {
      const amounts = messageOf(request).fields.filter(({ name }) => /(?:^|_)amount$/.test(name));
      return amounts.map(({ name }) => [method, name]);
    });
    const declared = writing.flatMap(({ method, moves }) => (moves?.amount ? [[method, moves.amount]] : []));
    expect(declared).to.deep.equal(stating);
    expect(declared.map(([method]) => method).toSorted()).to.deep.equal([
      "CreatePayment",
      "CreateRefund",
      "FundWallet",
      "IssueValue",
      "TransferValue",
    ]);
  });

  it("declare it where the request does not state it", () => {
    const without = writing.filter(({ moves }) => moves && moves.amount === undefined);
    expect(without.map(({ method }) => method)).to.deep.equal(unstated);
  });
});
