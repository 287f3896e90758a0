import { expect } from "chai";
import * as fc from "fast-check";
import { parseCertificate } from "../../../src/trust/certificate.ts";
import { DerError } from "../../../src/trust/der/error.ts";
import { decodeOid, encodeOid } from "../../../src/trust/der/oid.ts";
import { type DerElement, DerReader } from "../../../src/trust/der/reader.ts";
import { decodeString } from "../../../src/trust/der/strings.ts";
import { contextConstructed, contextPrimitive, TAG } from "../../../src/trust/der/tags.ts";
import { decodeTime } from "../../../src/trust/der/time.ts";
import {
  assertDer,
  assertSorted,
  decodeBitString,
  decodeInteger,
  decodeNamedBits,
  decodeSmallInteger,
  readBooleanDefaultFalse,
} from "../../../src/trust/der/values.ts";
import * as write from "../../../src/trust/der/writer.ts";
import { TrustInputError } from "../../../src/trust/error.ts";
import { POLICY_PUBLISHER } from "../../../src/trust/oids.ts";
import { makeChain } from "./support/chain.ts";

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(" ", ""), "hex");

function element(bytes: Uint8Array): DerElement {
  const reader = DerReader.document(bytes);
  const only = reader.readAny();
  reader.end();
  return only;
}

/** Reads bytes as far as their tags allow. */
function check(bytes: Uint8Array): void {
  assertDer(element(bytes));
}

const REFUSED: readonly (readonly [string, string, string])[] = [
  ["nothing", "", "DER_TRUNCATED"],
  ["a tag alone", "30", "DER_TRUNCATED"],
  ["contents missing", "04 05 01", "DER_TRUNCATED"],
  ["a long length cut off", "04 82 01", "DER_TRUNCATED"],
  ["bytes after the end", "05 00 00", "DER_TRAILING_BYTES"],
  ["an indefinite length", "30 80 00 00", "DER_INDEFINITE_LENGTH"],
  ["127 in two octets", `04 81 7f ${"00".repeat(127)}`, "DER_NON_MINIMAL_LENGTH"],
  ["128 in three octets", `04 82 00 80 ${"00".repeat(128)}`, "DER_NON_MINIMAL_LENGTH"],
  ["a length of four octets", "04 84 00 00 00 01 00", "DER_TOO_LARGE"],
  ["the reserved length octet", "04 ff", "DER_TOO_LARGE"],
  ["a high tag number", "bf 1f 00", "DER_HIGH_TAG_NUMBER"],
  ["end-of-contents octets", "00 00", "DER_UNEXPECTED_TAG"],
  ["a constructed string", "24 04 04 02 01 02", "DER_UNEXPECTED_TAG"],
  ["a primitive SEQUENCE", "10 00", "DER_UNEXPECTED_TAG"],
  ["TRUE as 01", "01 01 01", "DER_BAD_BOOLEAN"],
  ["a BOOLEAN of two octets", "01 02 00 00", "DER_BAD_BOOLEAN"],
  ["an empty INTEGER", "02 00", "DER_BAD_INTEGER"],
  ["an INTEGER padded with 00", "02 02 00 7f", "DER_BAD_INTEGER"],
  ["an INTEGER padded with ff", "02 02 ff 80", "DER_BAD_INTEGER"],
  ["a NULL with contents", "05 01 00", "DER_BAD_NULL"],
  ["an empty OBJECT IDENTIFIER", "06 00", "DER_BAD_OBJECT_IDENTIFIER"],
  ["a padded arc", "06 02 80 01", "DER_BAD_OBJECT_IDENTIFIER"],
  ["an unfinished arc", "06 02 2a 81", "DER_BAD_OBJECT_IDENTIFIER"],
  ["an overlong OBJECT IDENTIFIER", `06 41 ${"01".repeat(65)}`, "DER_BAD_OBJECT_IDENTIFIER"],
  ["an empty BIT STRING", "03 00", "DER_BAD_BIT_STRING"],
  ["eight unused bits", "03 02 08 00", "DER_BAD_BIT_STRING"],
  ["unused bits of nothing", "03 01 01", "DER_BAD_BIT_STRING"],
  ["unused bits that are set", "03 02 01 01", "DER_BAD_BIT_STRING"],
  ["broken UTF-8", "0c 01 ff", "DER_BAD_STRING"],
  ["overlong UTF-8", "0c 02 c0 80", "DER_BAD_STRING"],
  ["a NUL in a name", "0c 03 61 00 62", "DER_BAD_STRING"],
  ["an at sign in a PrintableString", "13 01 40", "DER_BAD_STRING"],
  ["eight bits in an IA5String", "16 01 80", "DER_BAD_STRING"],
  ["UTCTime without seconds", "17 0b 32 37 30 31 30 31 30 30 30 30 5a", "DER_BAD_TIME"],
  ["nesting without end", nested(20), "DER_TOO_DEEP"],
];

function nested(depth: number): string {
  let bytes: Uint8Array = write.sequence();
  for (let level = 1; level < depth; level += 1) bytes = write.sequence(bytes);
  return Buffer.from(bytes).toString("hex");
}

describe("DER reader (X.690)", () => {
  for (const [title, text, reason] of REFUSED) {
    it(`refuses ${title}`, () => {
      expect(() => check(hex(text)))
        .to.throw(DerError)
        .with.property("reason", reason);
    });
  }

  it("refuses a document over its limit before reading it", () => {
    expect(() => DerReader.document(Buffer.alloc(65537)))
      .to.throw(DerError)
      .with.property("reason", "DER_TOO_LARGE");
  });

  it("refuses an explicit FALSE where that is the default", () => {
    const read = (text: string): boolean => readBooleanDefaultFalse(DerReader.document(hex(text)));
    expect(read("01 01 ff")).to.equal(true);
    expect(read("")).to.equal(false);
    expect(() => read("01 01 00"))
      .to.throw(DerError)
      .with.property("reason", "DER_DEFAULT_ENCODED");
  });

  it("refuses a named bit list with trailing zero bits, and an unsorted SET OF", () => {
    expect(decodeNamedBits(hex("01 06"))).to.deep.equal([5, 6]);
    expect(() => decodeNamedBits(hex("00 06")))
      .to.throw(DerError)
      .with.property("reason", "DER_BAD_BIT_STRING");
    const items = [element(write.integer(2)), element(write.integer(1))];
    expect(() => assertSorted(items))
      .to.throw(DerError)
      .with.property("reason", "DER_SET_NOT_SORTED");
    assertSorted(items.toReversed());
    assertSorted([]);
  });

  it("reads times as RFC 5280 §4.1.2.5 restricts them", () => {
    const utc = (text: string): string =>
      decodeTime(element(write.tlv(TAG.utcTime, Buffer.from(text)))).toISOString();
    const general = (text: string): string =>
      decodeTime(element(write.tlv(TAG.generalizedTime, Buffer.from(text)))).toISOString();
    expect(utc("491231235959Z")).to.equal("2049-12-31T23:59:59.000Z");
    expect(utc("500101000000Z")).to.equal("1950-01-01T00:00:00.000Z");
    expect(utc("280229000000Z")).to.equal("2028-02-29T00:00:00.000Z");
    expect(general("99991231235959Z")).to.equal("9999-12-31T23:59:59.000Z");
    for (const bad of [
      "270229000000Z",
      "271301000000Z",
      "270101240000Z",
      "270101000060Z",
      "270101000000+0000",
      "2701010000Z",
    ]) {
      expect(() => utc(bad), bad).to.throw(DerError);
    }
    for (const bad of ["20270101000000.5Z", "20270101000000", "00500101000000Z"]) {
      expect(() => general(bad), bad).to.throw(DerError);
    }
  });

  it("never fails on any bytes with anything but DerError", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          check(bytes);
        } catch (error) {
          if (!(error instanceof DerError)) throw error;
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("never fails on a changed certificate with anything but an input error", () => {
    const { device, ca } = makeChain();
    const change = fc.record({
      original: fc.constantFrom(device.der, ca.der),
      at: fc.nat(2000),
      to: fc.integer({ min: 0, max: 255 }),
      cut: fc.option(fc.nat(2000)),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = Buffer.from(changes[0]?.original ?? []);
        for (const { at, to } of changes) bytes[at % bytes.length] = to;
        const cut = changes[0]?.cut ?? null;
        try {
          parseCertificate(cut === null ? bytes : bytes.subarray(0, cut % bytes.length));
        } catch (error) {
          if (!(error instanceof TrustInputError)) throw error;
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe("DER writer", () => {
  it("writes integers that read back, in the fewest octets", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 160n), max: 2n ** 160n }), (value) => {
        expect(decodeInteger(element(write.integer(value)).contents)).to.equal(value);
      }),
    );
    expect(Buffer.from(write.integer(128)).toString("hex")).to.equal("02020080");
    expect(Buffer.from(write.integer(-128)).toString("hex")).to.equal("020180");
    expect(decodeSmallInteger(hex("7fffffff"))).to.equal(2147483647);
    expect(() => decodeSmallInteger(hex("0080000000"))).to.throw(DerError);
    expect(() => decodeSmallInteger(hex("ff"))).to.throw(DerError);
  });

  it("writes object identifiers that read back, with arcs of any size", () => {
    const arcs = fc.array(fc.bigInt({ min: 0n, max: 2n ** 128n }), { maxLength: 3 });
    fc.assert(
      fc.property(fc.constantFrom("0.39", "1.0", "2.25", "2.999"), arcs, (start, rest) => {
        const dotted = [start, ...rest].join(".");
        expect(decodeOid(encodeOid(dotted))).to.equal(dotted);
      }),
    );
    expect(decodeOid(encodeOid(POLICY_PUBLISHER))).to.equal(POLICY_PUBLISHER);
    expect(Buffer.from(encodeOid("1.2.840.113549")).toString("hex")).to.equal("2a864886f70d");
    for (const bad of ["", "3.1", "1.40", "1", "1.02", "1.a"])
      expect(() => encodeOid(bad), bad).to.throw(RangeError);
  });

  it("writes structures that read back, with lengths of every form", () => {
    const leaf = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 64n }).map((value) => write.integer(value)),
      fc.boolean().map(write.boolean),
      fc
        .string({ unit: "grapheme", maxLength: 20 })
        .map((text) => write.utf8String(text.replaceAll("\0", ""))),
      fc.uint8Array({ maxLength: 300 }).map(write.octetString),
      fc.uniqueArray(fc.nat(20)).map(write.namedBits),
      fc
        .date({ min: new Date("1950-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
        .map(write.time),
    );
    const { tree } = fc.letrec<{ tree: Uint8Array }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie("tree"), { maxLength: 4 }).map((items) => write.sequence(...items)),
        fc.array(tie("tree"), { maxLength: 4 }).map((items) => write.setOf(...items)),
        tie("tree").map((item) => write.context(3, item)),
      ),
    }));
    fc.assert(
      fc.property(tree, (bytes) => {
        check(bytes);
        expect(Buffer.compare(rewrite(element(bytes)), bytes)).to.equal(0);
      }),
    );
  });

  it("writes times on the side of 2050 that RFC 5280 asks for", () => {
    const tagAndTime = (iso: string): [number, string] => {
      const only = element(write.time(new Date(iso)));
      return [only.tag, decodeTime(only).toISOString()];
    };
    expect(tagAndTime("2049-12-31T23:59:59Z")).to.deep.equal([TAG.utcTime, "2049-12-31T23:59:59.000Z"]);
    expect(tagAndTime("2050-01-01T00:00:00Z")).to.deep.equal([
      TAG.generalizedTime,
      "2050-01-01T00:00:00.000Z",
    ]);
  });

  it("keeps bits and strings", () => {
    expect(decodeBitString(element(write.bitString(hex("0102"))).contents)).to.deep.equal({
      unusedBits: 0,
      bytes: hex("0102"),
    });
    expect(decodeNamedBits(element(write.namedBits([0, 8])).contents)).to.deep.equal([0, 8]);
    expect(decodeString(element(write.printableString("A b")))).to.equal("A b");
    expect(() => write.printableString("a_b")).to.throw(RangeError);
    expect(decodeString(element(write.tlv(contextPrimitive(0))))).to.equal(undefined);
    expect(contextConstructed(3)).to.equal(0xa3);
  });
});

/** Reads an element down to its leaves and writes it again. */
function rewrite(item: DerElement): Uint8Array {
  const constructed = (item.tag & 0x20) !== 0;
  return constructed
    ? write.tlv(item.tag, ...DerReader.inside(item).list((inside) => rewrite(inside.readAny())))
    : write.tlv(item.tag, item.contents);
}
