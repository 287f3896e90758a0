import { expect } from "chai";
import fc from "fast-check";
import { type Element, xml } from "../../../src/services/ledger/xml.ts";

const head = '<?xml version="1.0" encoding="UTF-8"?>';

/** Reads what `xml` may write, by the rules of XML 1.0 section 2.4 and 4.6, and nothing else. */
function read(document: string): { name: string; text: string; attributes: Record<string, string> } {
  const form =
    /^<\?xml version="1\.0" encoding="UTF-8"\?><(\w+)((?: \w+="[^"<&]*(?:&[a-z#0-9]+;[^"<&]*)*")*)>([^<]*)<\/\1>$/su;
  const [, name = "", attributes = "", text = ""] = form.exec(document) ?? [];
  expect(name, document).not.to.equal("");
  const given = [...attributes.matchAll(/ (\w+)="([^"]*)"/gs)].map(([, key = "", value = ""]) => [
    key,
    resolved(value),
  ]);
  return { name, text: resolved(text), attributes: Object.fromEntries(given) };
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

function resolved(text: string): string {
  expect(text.replace(/&(?:amp|lt|gt|quot|#\d+);/g, "")).not.to.match(/[&<>\t\n\r]/);
  return text.replace(/&[^;]+;/g, (e) => entities[e] ?? String.fromCodePoint(Number(e.slice(2, -1))));
}

/** Char of XML 1.0, section 2.2. */
const isChar = (c: string): boolean => {
  const code = c.codePointAt(0) as number;
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
};

describe("XML", () => {
  it("carries every text that XML can hold unharmed, in content and attributes; what it cannot stands as U+FFFD", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({
        unit: fc.constantFrom(
          "<",
          ">",
          "&",
          '"',
          "'",
          "]",
          "\r",
          "\n",
          "\0",
          "\ud800",
          "\udc00",
          "\ufffe",
          "😀",
          "é",
        ),
      }),
      fc.constantFrom(
        "</Nm><Amt>1</Amt>",
        "]]>",
        "<!-- x -->",
        "&amp;",
        "&#0;",
        '" onload="',
        "<![CDATA[x]]>",
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, (text, attribute) => {
        const element: Element = ["Nm", text, { a: attribute }];
        const expected = (given: string): string =>
          [...given].map((c) => (isChar(c) ? c : "\ufffd")).join("");
        const back = read(xml(element));
        expect(back.text).to.equal(expected(text));
        expect(back.attributes).to.deep.equal({ a: expected(attribute) });
      }),
      { numRuns: 2000 },
    );
  });

  it("nests elements in order and leaves out what is undefined", () => {
    const element: Element = ["A", [["B", "1"], undefined, ["C", [["D", ""]]]], { x: "y" }];
    expect(xml(element)).to.equal(`${head}<A x="y"><B>1</B><C><D></D></C></A>`);
  });
});
