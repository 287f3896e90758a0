import { expect } from "chai";
import { entityTag, versionsOf } from "../../../src/gateway/precondition.ts";

describe("entity tags", () => {
  it("are the version in quotes, and read back", () => {
    for (const version of [1, 42, 999_999_999])
      expect(versionsOf(entityTag(version))).to.deep.equal([version]);
  });

  it("ask for nothing where there are none, or any will do", () => {
    for (const header of [undefined, "*"]) expect(versionsOf(header)).to.deep.equal([]);
  });

  it("match nothing when they are weak or not ours", () => {
    expect(versionsOf('W/"1", "abc","", "01", "1,2", "-1", "1.0", "4294967297"')).to.deep.equal(
      Array(8).fill(0),
    );
    expect(versionsOf('"abc", "7"')).to.deep.equal([0, 7]);
  });

  for (const header of [
    "",
    "7",
    '"7',
    '"7" "8"',
    '"7",8',
    ",",
    " , ",
    'w/"7"',
    '*, "7"',
    '"a"b"',
    '"ä"',
    '"7"\n',
  ])
    it(`are refused as ${JSON.stringify(header)}`, () => {
      expect(() => versionsOf(header))
        .to.throw()
        .with.property("entry", "INVALID_ARGUMENT");
    });

  it("may have empty elements in their list (RFC 9110 section 5.6.1.2)", () => {
    expect(versionsOf(',"7" ,, \t"8",')).to.deep.equal([7, 8]);
    // A long header takes no time.
    expect(versionsOf(`"7"${" ,".repeat(8_000)}`)).to.deep.equal([7]);
    expect(() => versionsOf(`"7"${", ".repeat(8_000)}x`)).to.throw();
  });

  it("are 32 at most", () => {
    const tags = (count: number) => Array(count).fill('"7"').join(", ");
    expect(versionsOf(tags(32))).to.have.length(32);
    expect(() => versionsOf(tags(33))).to.throw();
  });
});
