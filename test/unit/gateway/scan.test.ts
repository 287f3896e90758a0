import { expect } from "chai";
import * as fc from "fast-check";
import { scanObject } from "../../../src/codec/scan.ts";
import { Failure } from "../../../src/rpc/failure.ts";

/** D-031. */
const DEPTH_MAX = 32;

const scan = (text: string) => scanObject(Buffer.from(text));

function refused(bytes: Uint8Array): Failure {
  try {
    scanObject(bytes);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error(`accepted ${Buffer.from(bytes).toString()}`);
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** What `JSON.parse` refuses as well, and what only a strict reader refuses. */
const malformed: Record<string, readonly (string | Uint8Array)[]> = {
  EMPTY: ["", " \t\r\n"],
  ENCODING: [
    Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from('\uFEFF{"a":1}'),
  ],
  SYNTAX: [
    Buffer.from('{"a":1}', "utf16le"),
    "{",
    "}",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{,"a":1}',
    '{"a":1 "b":2}',
    "{'a':1}",
    "{a:1}",
    '{"a":1}}',
    '{"a":1} x',
    '{"a":01}',
    '{"a":+1}',
    '{"a":.5}',
    '{"a":5.}',
    '{"a":1e}',
    '{"a":-}',
    '{"a":0x10}',
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":undefined}',
    '{"a":True}',
    '{"a":nul}',
    '{"a":[1,]}',
    '{"a":[1 2]}',
    '{"a":"\n"}',
    '{"a":"\u0000"}',
    '{"a":"\\x41"}',
    '{"a":"\\u00g0"}',
    '{"a":"\\u123"}',
    '{"a":"open}',
    '{"a":1/**/}',
    '{"a":1}// end',
    '\u00a0{"a":1}',
    '{"a":1}\u0000',
    "truefalse",
  ],
  TOP_LEVEL: ["[]", "[{}]", '"a"', "1", "true", "null"],
  DEPTH: [nested(DEPTH_MAX + 1), nested(5000), `{"a":${"[".repeat(100_000)}`],
  DUPLICATE_MEMBER: [
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"x":{"a":1,"b":2,"a":3}}',
    '{"a":[{"b":1,"b":1}]}',
  ],
  FORBIDDEN_MEMBER: ['{"__proto__":{}}', '{"a":{"__proto__":1}}', '{"__pr\\u006fto__":1}'],
  NUMBER: [
    '{"a":9007199254740993}',
    '{"a":0.10000000000000000001}',
    '{"a":1e400}',
    '{"a":-1e400}',
    '{"a":1e-400}',
    '{"a":123456789012345678901234567890}',
    `{"a":0.1${"0".repeat(800)}}`,
  ],
  SURROGATE: ['{"a":"\\ud800"}', '{"a":"\\udc00\\ud800"}', '{"\\ud800":1}'],
};

describe("strict JSON", () => {
  for (const [reason, documents] of Object.entries(malformed)) {
    for (const document of documents) {
      const name = JSON.stringify(Buffer.from(document).toString().slice(0, 40));
      it(`refuses ${name} as ${reason}`, () => {
        const failure = refused(Buffer.from(document));
        expect(failure.entry).to.equal("MALFORMED_JSON");
        expect(failure.reason).to.equal(reason);
      });
    }
  }

  it("reads numbers with many zeros", () => {
    const zeros = "0".repeat(340);
    expect(scan(`{"a":0.1${zeros},"b":0.${zeros},"c":1${zeros}e-340}`)).to.deep.equal({
      a: 0.1,
      b: 0,
      c: 1,
    });
  });

  it("refuses a number of a megabyte at once", () => {
    const start = performance.now();
    expect(refused(Buffer.from(`{"a":0.1${"0".repeat(1_048_576)}1}`)).reason).to.equal("NUMBER");
    expect(performance.now() - start).to.be.below(2_000);
  });

  it("says where: the position of the second member of a name", () => {
    expect(refused(Buffer.from('{"a":1, "a":2}')).message).to.match(
      /the member "a" occurs twice at position 8\./,
    );
  });

  it("does not repeat a long name whole", () => {
    const name = "n".repeat(10_000);
    expect(refused(Buffer.from(`{"${name}":1,"${name}":2}`)).message.length).to.be.below(300);
  });

  it(`takes ${DEPTH_MAX} levels`, () => {
    expect(scan(nested(DEPTH_MAX))).to.deep.equal(JSON.parse(nested(DEPTH_MAX)));
  });

  for (const text of [
    '{"a":-0}',
    '{"a":1.0}',
    '{"a":1e2}',
    '{"a":1.50E+1}',
    '{"a":5e-324}',
    '{"a":0e999}',
    '{"a":9007199254740992}',
  ]) {
    it(`takes ${text} for what it says`, () => {
      expect(scan(text)).to.deep.equal(JSON.parse(text));
    });
  }

  it("takes names that mean something to a program", () => {
    const text = '{"constructor":1,"toString":2,"hasOwnProperty":3,"":4}';
    expect(Object.entries(scan(text))).to.deep.equal(Object.entries(JSON.parse(text)));
  });

  it("agrees with JSON.parse on every document that JSON.stringify writes", () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom(null, true, false),
        fc.string({ unit: "grapheme" }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer(),
        fc.array(tie("any"), { maxLength: 4 }),
        tie("object"),
      ),
      object: fc.dictionary(
        fc.string({ unit: "grapheme" }).filter((name) => name !== "__proto__"),
        tie("any"),
        {
          maxKeys: 5,
          noNullPrototype: true,
        },
      ),
    }));
    fc.assert(
      fc.property(value.object, fc.constantFrom(undefined, 2, "\t"), (object, space) => {
        const text = JSON.stringify(object, undefined, space);
        expect(scan(text)).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it("refuses whatever JSON.parse refuses, among texts with one character changed", () => {
    const change = fc.record({ at: fc.nat(), by: fc.constantFrom(...Array.from('{}[]:,"\\ 0e.-tu\u0000')) });
    const base = '{"a":[1,-2.5e3,"x\\n\\u0041",{"b":null}],"c":true}';
    fc.assert(
      fc.property(change, ({ at, by }) => {
        const index = at % base.length;
        const text = base.slice(0, index) + by + base.slice(index + 1);
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          refused(Buffer.from(text));
          return;
        }
        try {
          expect(scan(text)).to.deep.equal(parsed);
        } catch (error) {
          if (!(error instanceof Failure) || error.reason === "SYNTAX") throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("refuses a repeated member at any place of any object", () => {
    const names = fc.uniqueArray(
      fc.string({ minLength: 1 }).filter((name) => name !== "__proto__"),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(), (list, from, to) => {
        const repeated = list[from % list.length] as string;
        const members = list.map((name) => `${JSON.stringify(name)}:1`);
        members.splice(to % (members.length + 1), 0, `${JSON.stringify(repeated)}:2`);
        expect(refused(Buffer.from(`{"o":{${members.join(",")}}}`)).reason).to.equal("DUPLICATE_MEMBER");
      }),
    );
  });

  it("takes an integer exactly when a program that reads and writes it leaves it as it was", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 69n), max: 2n ** 69n }), (integer) => {
        const text = `{"a":${integer}}`;
        if (JSON.stringify(JSON.parse(text)) === text) expect(scan(text)).to.deep.equal(JSON.parse(text));
        else expect(refused(Buffer.from(text)).reason).to.equal("NUMBER");
      }),
    );
  });
});
