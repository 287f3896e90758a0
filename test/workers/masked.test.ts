// A credential in the answer of a receiver, however the receiver writes it.
import { expect } from "chai";
import { masked } from "../../src/workers/delivery/masked.ts";

const credential = "dG9r/ZW4t+b2Yt/c2hvcA==";
const mask = (text: string): string => masked(Buffer.from(text, "latin1"), credential).toString("latin1");

describe("a credential in an answer", () => {
  const hex = (before: string): string =>
    [...credential].map((c) => `${before}${c.charCodeAt(0).toString(16)}`).join("");
  for (const [name, written] of Object.entries({
    "as it is": credential,
    "with escaped slashes": credential.replaceAll("/", "\\/"),
    "with escapes in a string of a string": credential.replaceAll("/", "\\\\\\/"),
    "percent-encoded": encodeURIComponent(credential),
    "percent-encoded twice": encodeURIComponent(encodeURIComponent(credential)),
    "with the escapes of JSON": hex("\\u00"),
    "as entities": [...credential].map((c) => `&#${c.charCodeAt(0)};`).join(""),
  })) {
    it(`is hidden ${name}`, () => {
      expect(mask(`é "Bearer ${written}", ${written}!`)).to.equal(
        `é "Bearer ${"*".repeat(written.length)}", ${"*".repeat(written.length)}!`,
      );
    });
    it(`is hidden ${name}, when the end of what was read cuts it`, () => {
      for (let length = written.length - 1; length > 12 * (written.length / credential.length); length -= 1)
        expect(mask(`no: ${written.slice(0, length)}`), `${length}`).to.equal(`no: ${"*".repeat(length)}`);
    });
  }

  it("is hidden in percent-encoding with small letters", () => {
    const small = encodeURIComponent(credential).replaceAll(/%../g, (code) => code.toLowerCase());
    expect(mask(small)).to.equal("*".repeat(small.length));
  });

  it("is not seen in other text", () => {
    const text = `dG9 dG9r and ${credential.slice(1)} \\ % & %2 100%`;
    expect(mask(text)).to.equal(text);
    expect(masked(Buffer.alloc(0), credential)).to.have.length(0);
    const bytes = Buffer.from([0xff, 0x00, 0x80, 0xc3]);
    expect(masked(bytes, credential)).to.deep.equal(bytes);
  });
});
