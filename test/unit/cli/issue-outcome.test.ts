import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { explain } from "../../../src/cli/failure.ts";
import { OutcomeFiles, type RowOutcome } from "../../../src/cli/issue/outcome.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

/** More than a stream keeps before it writes. */
const many = Array.from({ length: 2_000 }, (_, line): RowOutcome => ({ line, status: "issued" }));

async function refusal(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    return explain(error).message;
  }
  throw new Error("it was written");
}

describe("the files with what became of each row", () => {
  it("say that the disk is full, whether it is seen at once or at the end", async () => {
    for (const outcomes of [many, many.slice(0, 1)]) {
      using folder = temporaryDirectory();
      const file = join(folder.path, "rows.csv");
      symlinkSync("/dev/full", `${file}.results.ndjson.part`);
      const message = await refusal(async () => {
        await using files = new OutcomeFiles(file);
        await files.add(outcomes);
        await files.add(outcomes);
        await files.finish();
      });
      expect(message)
        .to.contain(`${file}.results.ndjson.part`)
        .and.contain("no space is left on the disk (ENOSPC)");
      expect(readdirSync(folder.path)).to.deep.equal([]);
    }
  });

  it("say that something else has their name", async () => {
    using folder = temporaryDirectory();
    const file = join(folder.path, "rows.csv");
    mkdirSync(`${file}.errors.ndjson.part`);
    const message = await refusal(async () => {
      await using files = new OutcomeFiles(file);
      await files.add(many);
      await files.finish();
    });
    expect(message).to.contain(`${file}.errors.ndjson.part`).and.contain("is a folder");
  });
});
