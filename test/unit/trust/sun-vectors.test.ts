// The published vectors for implementers of NFC tags, and the tag that other tests use.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { verifySun } from "../../../src/trust/sun.ts";
import { Tag } from "../../support/chips.ts";

interface Vector {
  readonly comment: string;
  readonly piccData: string;
  readonly cmac: string;
  readonly encFileData?: string;
  readonly macParameter?: string;
  readonly valid: boolean;
  readonly uid?: string;
  readonly counter?: number;
  readonly fileData?: string;
}

const file = join(import.meta.dirname, "../../../docs/vectors/sun.json");
const published = JSON.parse(readFileSync(file, "utf8")) as {
  readonly sdmMetaReadKey: string;
  readonly sdmFileReadKey: string;
  readonly vectors: readonly Vector[];
};
const keys = {
  metaRead: Buffer.from(published.sdmMetaReadKey, "hex"),
  fileRead: Buffer.from(published.sdmFileReadKey, "hex"),
};
const verify = ({ piccData, cmac, encFileData, macParameter = "cmac" }: Omit<Vector, "comment" | "valid">) =>
  verifySun(
    {
      piccEncData: piccData,
      cmac,
      ...(encFileData === undefined ? {} : { file: { encFileData, macParameter } }),
    },
    keys,
  );

describe("vectors of secure unique NFC messages", () => {
  it("are of both kinds", () => {
    expect(published.vectors.filter(({ valid }) => valid)).to.have.length.above(4);
    expect(published.vectors.filter(({ valid }) => !valid)).to.have.length.above(6);
  });

  for (const { comment, valid, uid, counter, fileData, ...message } of published.vectors)
    it(`${comment}: ${valid ? "accepted" : "refused"}`, () => {
      const result = verify(message);
      expect(result.ok).to.equal(valid);
      if (!result.ok) return;
      expect(Buffer.from(result.uid).toString("hex").toUpperCase()).to.equal(uid);
      expect(result.counter).to.equal(counter);
      expect(result.fileData && Buffer.from(result.fileData).toString("hex")).to.equal(fileData);
    });

  it("are what the tag of the other tests makes too", () => {
    const tag = new Tag({ uid: "04A1B2C3D4E5F6", ...keys });
    for (const file of [undefined, Buffer.alloc(32, 0x61)]) {
      const result = verify(tag.tap(0x010203, file));
      expect(result).to.deep.include({ ok: true, counter: 0x010203 });
      expect(result.ok && result.fileData && Buffer.from(result.fileData)).to.deep.equal(file);
    }
  });
});
