import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { writeNew } from "../../src/pki/files.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

describe("a file that only the first process writes", () => {
  it("has what the first one wrote, for its owner only, and no draft is left", () => {
    using dir = temporaryDirectory();
    const file = join(dir.path, "witness.key");
    expect(writeNew(file, "first")).to.equal(true);
    expect(writeNew(file, "second")).to.equal(false);
    expect(readFileSync(file, "utf8")).to.equal("first");
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(readdirSync(dir.path)).to.deep.equal(["witness.key"]);
  });

  it("is named when it cannot be written", () => {
    using dir = temporaryDirectory();
    const file = join(dir.path, "absent", "witness.key");
    expect(() => writeNew(file, "first"))
      .to.throw()
      .with.property("path", file);
  });
});
