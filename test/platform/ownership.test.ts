import { chownSync, existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ensureDataKey } from "../../src/platform/data-key.ts";
import { requireOwnFolder } from "../../src/platform/ownership.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const nobody = 65_534;

describe("a data folder", () => {
  it("is used by the user who made it only, and nothing in it is changed before that is known", () => {
    using dir = temporaryDirectory();
    requireOwnFolder(dir.path);
    requireOwnFolder(join(dir.path, "not-there-yet"));
    // The root folder is somebody else's for everyone but root; root takes one and gives it away.
    if (process.getuid?.() === 0) chownSync(dir.path, nobody, nobody);
    const foreign = process.getuid?.() === 0 ? dir.path : "/";
    expect(() => requireOwnFolder(foreign)).to.throw(/belongs to user \d+, but pda runs as user \d+/);
  });

  it("that has a database gets no new data key in place of a lost one", () => {
    using dir = temporaryDirectory();
    const file = join(dir.path, "data.key");
    expect(() => ensureDataKey(file, true)).to.throw(/data key is missing/);
    expect(existsSync(file)).to.equal(false);
    expect(ensureDataKey(file, false)).to.equal(true);
    expect(ensureDataKey(file, true)).to.equal(false);
  });
});
