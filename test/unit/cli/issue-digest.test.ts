import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { Source } from "../../../src/cli/issue/source.ts";

describe("what tells one file to issue from another", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "pda-digest-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function digestOf(name: string, text: string): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, text);
    return (await Source.read(file)).digest;
  }

  it("is the same for the same rows under another name", async () => {
    const rows = "kind,name\ngood,Print\ngood,Print,too many\n";
    expect(await digestOf("a.csv", rows)).to.equal(await digestOf("b.csv", rows));
  });

  it("counts rows that cannot be read, so that they alone, corrected, are another file", async () => {
    const first = await digestOf("first.csv", "kind,name\ngood,Print\ngood,Print,too many\n");
    const corrected = await digestOf("corrected.csv", "kind,name\ngood,Print\n");
    expect(corrected).not.to.equal(first);
  });

  it("does so for NDJSON", async () => {
    const row = '{"assetProfile":{"kind":"good","name":"Print"}}\n';
    expect(await digestOf("first.ndjson", `${row}{"assetProfile":\n`)).not.to.equal(
      await digestOf("corrected.ndjson", row),
    );
  });
});
