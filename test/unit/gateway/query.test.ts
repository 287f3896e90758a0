import { expect } from "chai";
import { Failure } from "../../../src/rpc/failure.ts";
import { parseQuery } from "../../../src/gateway/query.ts";

describe("a query", () => {
  it("has the parameters behind empty pieces, however many these are", () => {
    for (const query of [`${"&".repeat(101)}status=paid`, `a=1${"&".repeat(500)}status=paid&`])
      expect(parseQuery(query).at(-1)).to.deep.equal({ name: "status", value: "paid" });
    expect(parseQuery("&".repeat(200))).to.deep.equal([]);
  });

  it("has a hundred parameters at most, empty pieces not counted", () => {
    const parameters = (count: number) => Array.from({ length: count }, () => "a=1").join("&&");
    expect(parseQuery(parameters(100))).to.have.length(100);
    expect(() => parseQuery(parameters(101)))
      .to.throw(Failure)
      .with.nested.property("violations[0].reason", "TOO_MANY_PARAMETERS");
  });
});
