import { expect } from "chai";
import { readExamples } from "../../src/codegen/openapi/examples.ts";
import { checkDocumented } from "../support/documented.ts";

/** The recorded answer of an operation, with a change of its data. */
function answered(operation: string, change: (data: Record<string, unknown>) => void): [number, unknown] {
  const found = readExamples().find(
    ({ operation: of, response }) => of === operation && response.status < 300,
  );
  if (!found) throw new Error(`no example of ${operation}`);
  const body = structuredClone(found.response.body);
  change(body.data as Record<string, unknown>);
  return [found.response.status, body];
}

describe("check of answers against the document", () => {
  const check = (status: number, body: unknown) => () =>
    checkDocumented("GET", "/api/v1/payments/pay_01kf05yaj0fg8rwb800000000c", status, body);

  it("accepts an answer as it was recorded, and members that are not known yet", () => {
    check(...answered("GetPayment", () => undefined))();
    check(...answered("GetPayment", (data) => Object.assign(data, { later: true })))();
  });

  it("refuses an answer without a member that is always there", () => {
    const without = answered("GetPayment", (data) => delete data.createTime);
    expect(check(...without)).to.throw(/required property 'createTime'/);
  });

  it("refuses a member of another type and an unknown status", () => {
    const numeric = answered("GetPayment", (data) => Object.assign(data, { amount: 12.5 }));
    expect(check(...numeric)).to.throw(/data\/amount must be string/);
    expect(check(418, {})).to.throw(/answered 418, which/);
  });
});
