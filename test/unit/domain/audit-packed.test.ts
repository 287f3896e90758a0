import { expect } from "chai";
import fc from "fast-check";
import { zstdCompressSync } from "node:zlib";
import { packed, unpacked } from "../../../src/domain/audit/packed.ts";

const bytesOf = (text: string): Buffer => Buffer.from(`{${text}`);
const many = bytesOf('"operation":"GetPayment"'.repeat(2_000));

describe("stored records of a batch", () => {
  it("are the records again, whatever their length", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 60 }), fc.nat(500), async (text, times) => {
        const records = bytesOf(text.repeat(times));
        const stored = Buffer.from(packed(records));
        expect(await unpacked(stored, records.length)).to.deep.equal(records);
        expect([0x28, 0x7b]).to.include(stored[0]);
      }),
    );
  });

  it("are a tenth as long or less when they are many, and as they are when they are few", () => {
    expect(packed(many).length).to.be.below(many.length / 10);
    expect(packed(many.subarray(0, 400))).to.deep.equal(many.subarray(0, 400));
  });

  it("are refused when they are cut, changed or longer than they say", async () => {
    const stored = Buffer.from(packed(many));
    const bomb = zstdCompressSync(Buffer.alloc(100_000_000));
    const refused: [Buffer, number][] = [
      [stored.subarray(0, -3), many.length],
      [Buffer.concat([stored.subarray(0, 8), Buffer.of(0xff, 0xff), stored.subarray(10)]), many.length],
      [stored, many.length - 1],
      [stored, many.length + 1],
      [bomb, many.length],
      [many, many.length - 1],
      [Buffer.alloc(0), 1],
    ];
    for (const [index, [bytes, length]] of refused.entries()) {
      const error: unknown = await unpacked(bytes, length).catch((caught: unknown) => caught);
      expect(error, String(index)).to.be.instanceOf(Error);
    }
  });
});
