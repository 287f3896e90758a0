import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { expect } from "chai";
import * as fc from "fast-check";
import { Output } from "../../../src/codec/compiled/output.ts";
import { tagOf } from "../../../src/codec/compiled/tag.ts";

type Part = string | bigint | number | Part[];

const { part } = fc.letrec<{ part: Part }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: "grapheme" }),
    fc.tuple(fc.constantFrom("a", "é", "😀"), fc.nat(3_000)).map(([unit, times]) => unit.repeat(times)),
    fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
    fc.nat(2 ** 32 - 1),
    fc.array(tie("part"), { maxLength: 4 }),
  ),
}));

function writeOurs(output: Output, part: Part): void {
  if (typeof part === "string") output.string(tagOf(3, WireType.LengthDelimited), part);
  else if (typeof part === "bigint") output.long(part);
  else if (typeof part === "number") output.varint(part);
  else {
    const forked = output.fork(tagOf(1000, WireType.LengthDelimited));
    for (const each of part) writeOurs(output, each);
    output.join(forked);
  }
}

function writeTheirs(writer: BinaryWriter, part: Part): void {
  if (typeof part === "string") writer.tag(3, WireType.LengthDelimited).string(part);
  else if (typeof part === "bigint") writer.int64(part);
  else if (typeof part === "number") writer.uint32(part);
  else {
    writer.tag(1000, WireType.LengthDelimited).fork();
    for (const each of part) writeTheirs(writer, each);
    writer.join();
  }
}

describe("output of messages", () => {
  it("writes what protobuf-es writes, and never again what was taken", () => {
    const output = new Output();
    const taken: (readonly [Buffer, Uint8Array])[] = [];
    fc.assert(
      fc.property(part, fc.boolean(), (value, forget) => {
        output.open();
        writeOurs(output, value);
        if (forget) return;
        const theirs = new BinaryWriter();
        writeTheirs(theirs, value);
        taken.push([output.take(), theirs.finish()]);
      }),
      { numRuns: 300 },
    );
    for (const [ours, theirs] of taken) expect(ours.equals(theirs)).to.equal(true);
  });

  it("takes a message that is larger than what it has room for", () => {
    const output = new Output();
    const text = "x".repeat(1_000_000);
    for (let round = 0; round < 3; round += 1) {
      output.open();
      writeOurs(output, [text, "y", [text]]);
      const theirs = new BinaryWriter();
      writeTheirs(theirs, [text, "y", [text]]);
      expect(output.take().equals(theirs.finish())).to.equal(true);
    }
  });
});
