import { expect } from "chai";
import fc from "fast-check";
import { creditorReference, isCreditorReference } from "../../../src/domain/payment/creditor-reference.ts";
import { ndefUriMessage } from "../../../src/domain/payment/ndef.ts";

const body = fc.stringMatching(/^[0-9A-Z]{1,21}$/);

describe("payment references (ISO 11649)", () => {
  it("match published examples", () => {
    expect(creditorReference("539007547034")).to.equal("RF18539007547034");
    expect(isCreditorReference("RF18539007547034")).to.equal(true);
    expect(isCreditorReference("RF712348231")).to.equal(true);
  });

  it("are valid for every body", () => {
    fc.assert(fc.property(body, (text) => isCreditorReference(creditorReference(text))));
  });

  it("detect every digit taken for another, every letter taken for another, and every swap of neighbouring digits", () => {
    fc.assert(
      fc.property(
        body,
        fc.nat(),
        fc.constantFrom(..."0123456789ABCDEFGHJKLMNPQRSTVWXYZ"),
        (text, at, other) => {
          const right = creditorReference(text);
          const index = 4 + (at % text.length);
          const isDigit = (character: string | undefined): boolean => /[0-9]/.test(character ?? "");
          if (right[index] === other || isDigit(right[index]) !== isDigit(other)) return true;
          return !isCreditorReference(right.slice(0, index) + other + right.slice(index + 1));
        },
      ),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{2,21}$/), fc.nat(), (text, at) => {
        const right = creditorReference(text);
        const index = 4 + (at % (text.length - 1));
        const [a, b] = [right[index], right[index + 1]];
        if (a === b) return true;
        return !isCreditorReference(right.slice(0, index) + b + a + right.slice(index + 2));
      }),
    );
  });
});

describe("NDEF URI records (NFC Forum URI RTD)", () => {
  it("encode the specification's form: header, type length, payload length, U, prefix code, rest", () => {
    expect(Buffer.from(ndefUriMessage("https://www.nfc.com")).toString("hex")).to.equal(
      "d10108550" + "26e66632e636f6d",
    );
    expect(Buffer.from(ndefUriMessage("https://pay.example/RF1")).toString("hex").slice(0, 10)).to.equal(
      "d101105504",
    );
  });

  it("use the long form for payloads of 256 bytes and more, and never lose a byte", () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true }), fc.integer({ min: 0, max: 400 }), (url, pad) => {
        const uri = `${url}${"x".repeat(pad)}`;
        return decode(ndefUriMessage(uri)) === uri;
      }),
    );
  });
});

/** An independent little reader of a single NDEF URI record. */
function decode(message: Uint8Array): string {
  const view = Buffer.from(message);
  const short = (view[0]! & 0x10) !== 0;
  const length = short ? view[2]! : view.readUInt32BE(2);
  const start = (short ? 3 : 6) + 1;
  const payload = view.subarray(start, start + length);
  expect(view.length).to.equal(start + length);
  const prefix = ["", "http://www.", "https://www.", "http://", "https://"][payload[0]!];
  return `${prefix}${payload.subarray(1).toString("utf8")}`;
}
