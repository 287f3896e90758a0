import { expect } from "chai";
import fc from "fast-check";
import { type CsvRecord, csvRecords, ROW_BYTES_MAX } from "../../../src/domain/asset-file/csv.ts";
import { ndjsonLines } from "../../../src/cli/issue/ndjson.ts";
import { RowProblem } from "../../../src/domain/asset-file/problem.ts";

/** The bytes in pieces of these sizes, in turn. */
async function* pieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const decoded = (field: Uint8Array): string => Buffer.from(field).toString();
const shown = ({ line, fields }: CsvRecord): string =>
  fields instanceof RowProblem ? `${line} ${fields.reason}` : `${line} ${fields.map(decoded).join("|")}`;
const read = async (text: string | Buffer, sizes = [1]): Promise<string[]> => {
  const records: string[] = [];
  for await (const record of csvRecords(pieces(Buffer.from(text), sizes))) records.push(shown(record));
  return records;
};
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

describe("CSV (RFC 4180)", () => {
  it("reads the examples of section 2", async () => {
    expect(await read("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n")).to.deep.equal(["1 aaa|bbb|ccc", "2 zzz|yyy|xxx"]);
    expect(await read("aaa,bbb,ccc\r\nzzz,yyy,xxx")).to.deep.equal(["1 aaa|bbb|ccc", "2 zzz|yyy|xxx"]);
    expect(await read('"aaa","bbb","ccc"\r\nzzz,yyy,xxx')).to.deep.equal(["1 aaa|bbb|ccc", "2 zzz|yyy|xxx"]);
    expect(await read('"aaa","b \r\nbb","ccc"\r\nzzz,yyy,xxx')).to.deep.equal([
      "1 aaa|b \r\nbb|ccc",
      "3 zzz|yyy|xxx",
    ]);
    expect(await read('"aaa","b""bb","ccc"')).to.deep.equal(['1 aaa|b"bb|ccc']);
  });

  it("keeps blanks and empty fields, and passes over empty lines", async () => {
    expect(await read(" a , b\n\n,\n\r\nx,\n")).to.deep.equal(["1  a | b", "3 |", "5 x|"]);
    expect(await read("")).to.deep.equal([]);
    expect(await read('""\n')).to.deep.equal(["1 "]);
  });

  it("reads what anything was written as, however it comes in", async () => {
    const field = fc.oneof(
      fc.string({ unit: fc.constantFrom("a", '"', ",", "\r", "\n", "é", "😀", " ") }),
      fc.string(),
    );
    const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
    const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom("\n", "\r\n"), sizes, async (given, end, cut) => {
        const text = given.map((row) => row.map(quote).join(",") + end).join("");
        const found: string[][] = [];
        for await (const { fields } of csvRecords(pieces(Buffer.from(text), cut)))
          found.push(fields instanceof RowProblem ? [fields.reason] : fields.map(decoded));
        expect(found).to.deep.equal(given.map((row) => row.map((each) => each.toWellFormed())));
      }),
      { numRuns: 300 },
    );
  });

  it("reads any bytes the same however they come in, and loses no line", async () => {
    const bytes = fc.array(fc.constantFrom(0x22, 0x2c, 0x0d, 0x0a, 0x61, 0xff), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(bytes, sizes, async (given, cut) => {
        const whole = Buffer.from(given);
        expect(await read(whole, cut)).to.deep.equal(await read(whole, [1_000]));
      }),
      { numRuns: 500 },
    );
  });

  it("spoils no record but the one that is wrong", async () => {
    expect(await read('a,b\nc,d"e,f\ng,h\n')).to.deep.equal(["1 a|b", "2 QUOTING", "3 g|h"]);
    expect(await read('a,b\n"c"x,d\ng,h\n')).to.deep.equal(["1 a|b", "2 QUOTING", "3 g|h"]);
    expect(await read("a,b\nc\rd,e\ng,h\n")).to.deep.equal(["1 a|b", "2 QUOTING", "3 g|h"]);
    expect(await read('a,b\nc,"d,e\ng,h\n')).to.deep.equal(["1 a|b", "2 QUOTE_NOT_CLOSED", "3 g|h"]);
    const long = "x".repeat(ROW_BYTES_MAX + 10);
    expect(await read(`a,b\nc,${long}\ng,h\n`, [50_000])).to.deep.equal(["1 a|b", "2 ROW_TOO_LONG", "3 g|h"]);
    const open = `c,"${"y,z\n".repeat(ROW_BYTES_MAX / 4)}`;
    const records = await read(`${open}\ng,h\n`, [50_000]);
    expect(records[0]).to.equal("1 QUOTE_NOT_CLOSED");
    expect(records.slice(1).every((record) => /^\d+ (y\|z|g\|h)$/.test(record))).to.equal(true);
    expect(records.at(-1)).to.match(/g\|h$/);
  });
});

describe("NDJSON", () => {
  const lines = async (text: string | Buffer, cut = [3]): Promise<string[]> => {
    const found: string[] = [];
    for await (const { line, item } of ndjsonLines(pieces(Buffer.from(text), cut)))
      found.push(`${line} ${item instanceof RowProblem ? item.reason : JSON.stringify(item)}`);
    return found;
  };

  it("has an object on each line, with any line end, and empty lines are none", async () => {
    expect(await lines('{"a":1}\n\n {"b":"é"}\r\n  \n{"c":{}}')).to.deep.equal([
      '1 {"a":1}',
      '3 {"b":"é"}',
      '5 {"c":{}}',
    ]);
  });

  it("spoils no line but the one that is wrong", async () => {
    const bad = [
      "{",
      "[1]",
      '{"a":1,"a":2}',
      '{"__proto__":1}',
      '{"a":1e999}',
      `${'{"a":'.repeat(20)}1${"}".repeat(20)}`,
    ];
    const text = bad.map((line) => `${line}\n{"ok":1}\n`).join("");
    expect(await lines(text)).to.deep.equal([
      "1 JSON",
      '2 {"ok":1}',
      "3 JSON",
      '4 {"ok":1}',
      "5 JSON",
      '6 {"ok":1}',
      "7 JSON",
      '8 {"ok":1}',
      "9 JSON",
      '10 {"ok":1}',
      "11 DEPTH",
      '12 {"ok":1}',
    ]);
    const latin1 = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe9]), Buffer.from('"}\n{"ok":1}\n')]);
    expect(await lines(latin1)).to.deep.equal(["1 ENCODING", '2 {"ok":1}']);
    const long = `{"a":"${"x".repeat(ROW_BYTES_MAX)}"}\n{"ok":1}`;
    expect(await lines(long, [40_000])).to.deep.equal(["1 ROW_TOO_LONG", '2 {"ok":1}']);
  });
});
