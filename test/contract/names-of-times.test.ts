// One way to name times, ranges of time and pages, in the whole contract (D-011, D-094).
import { type DescField, type DescMessage } from "@bufbuild/protobuf";
import { expect } from "chai";
import { operations } from "../../gen/rest/operations.ts";
import { messageOf, registry } from "../../src/rpc/contract.ts";

const messages = [...registry].filter(
  (type): type is DescMessage => type.kind === "message" && type.typeName.startsWith("pda."),
);
const typeOf = (field: DescField | undefined): string =>
  field?.fieldKind === "message" ? field.message.typeName : `${field?.fieldKind}`;
const isTime = (field: DescField): boolean => typeOf(field) === "google.protobuf.Timestamp";

/** Lists that cannot grow, because the service fixes what they have. */
const bounded = ["ListAlarms"];

describe("the contract", () => {
  it("has names that end in time for moments, except for CloudEvents' own", () => {
    const moments = messages.flatMap(({ fields }) => fields.filter(isTime));
    expect(moments.length).to.be.above(80);
    const others = moments.filter(({ name }) => !name.endsWith("_time"));
    expect(others.map(({ parent, name }) => `${parent.typeName}.${name}`)).to.deep.equal([
      "pda.event.v1.Event.time",
    ]);
  });

  it("has fields that end in time for moments only", () => {
    const named = messages.flatMap(({ fields }) => fields.filter(({ name }) => name.endsWith("_time")));
    expect(named.filter((field) => !isTime(field)).map(String)).to.deep.equal([]);
  });

  it("asks for a range of time by from_time and to_time, both or none", () => {
    const ranges = messages.filter(({ typeName }) => typeName.endsWith("Request"));
    const asked = ranges
      .map(({ fields }) => fields.filter(isTime).map(({ name }) => name))
      .filter(({ length }) => length > 0);
    const bounds = asked
      .flat()
      .filter((name) => /from|to_|since|until|before|after|start|min|max/.test(name));
    expect(new Set(bounds)).to.deep.equal(new Set(["from_time", "to_time"]));
    for (const names of asked)
      if (names.includes("from_time") || names.includes("to_time"))
        expect(names).to.include.members(["from_time", "to_time"]);
  });

  it("answers every list in pages, by the same four fields", () => {
    const lists = operations.filter(
      ({ method, http }) => http !== undefined && method.startsWith("List") && !bounded.includes(method),
    );
    expect(lists.length).to.be.above(25);
    for (const { request, response, method } of lists) {
      const asked = messageOf(request).field;
      const answered = messageOf(response).field;
      expect([asked.pageSize?.name, asked.pageToken?.name], method).to.deep.equal([
        "page_size",
        "page_token",
      ]);
      expect([answered.items?.fieldKind, answered.nextPageToken?.name], method).to.deep.equal([
        "list",
        "next_page_token",
      ]);
    }
    // What grows is a list: nothing else on REST answers with items and no page, except what was asked for one by one.
    const whole = operations.filter(
      ({ http, response }) =>
        http !== undefined && messageOf(response).field.items && !messageOf(response).field.nextPageToken,
    );
    expect(whole.map(({ method }) => method)).to.have.members([
      "BatchIssueAssets",
      "AddIssuanceItems",
      ...bounded,
    ]);
  });
});
