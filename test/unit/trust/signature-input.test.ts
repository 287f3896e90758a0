// The usual form of Signature-Input is read without a library. A library of structured fields judges that.
import { expect } from "chai";
import fc from "fast-check";
import {
  type BareItem,
  type InnerList,
  parseDictionary,
  serializeDictionary,
  Token,
} from "structured-headers";
import { readRequestSignature } from "../../../src/trust/http-signature/read.ts";

describe("Signature-Input", () => {
  it("is read as a library of RFC 8941 reads it, and only in the text that the library writes", () => {
    const types: Readonly<Record<string, string>> = { created: "number", keyid: "string", tag: "string" };
    const fieldText = fc
      .record({
        label: fc.constantFrom("sig", "*a", "s.1-_"),
        components: fc.array(fc.string({ unit: fc.constantFrom(...'@ad- ();\\"'), maxLength: 4 }), {
          maxLength: 3,
        }),
        parameters: fc.array(
          fc.tuple(
            fc.constantFrom("created", "keyid", "tag", "other"),
            fc.oneof(
              fc.constantFrom(0, -1, 1.5, 999_999_999_999_999, true, new Token("x")),
              fc.nat(99),
              fc.string({ unit: fc.constantFrom(...'kK;=\\", '), maxLength: 4 }),
            ),
          ),
          { maxLength: 3 },
        ),
        at: fc.nat(40),
        isValue: fc.boolean(),
        put: fc.constantFrom("", "", "", " ", ";", "0", '"', "\\", ";created=1", "é", "-", ", b=()"),
      })
      .map(({ label, components, parameters, at, isValue, put }) => {
        const items = components.map((name): [string, Map<string, BareItem>] => [name, new Map()]);
        const text = serializeDictionary(new Map([[label, [items, new Map<string, BareItem>(parameters)]]]));
        const place = isValue ? text.indexOf("=", at) + 1 : at;
        return text.slice(0, place) + put + text.slice(place);
      });
    const expected = (text: string) => {
      const read = parseDictionary(text);
      const [[label, list], ...others] = [...read] as [[string, InnerList]];
      if (serializeDictionary(read) !== text.trim() || others.length > 0) return undefined;
      const components = list[0].map(([name]) => name);
      const parameters = Object.fromEntries(list[1]);
      const isGood =
        list[0].every(([name, own]) => typeof name === "string" && own.size === 0) &&
        new Set(components).size === components.length &&
        Object.entries(parameters).every(
          ([name, value]) =>
            typeof value === types[name] && (typeof value === "string" || Number.isSafeInteger(value)),
        );
      return isGood ? { label, components, parameters } : undefined;
    };
    const outcome = <T>(run: () => T): T | undefined => {
      try {
        return run();
      } catch {
        return undefined;
      }
    };
    let read = 0;
    fc.assert(
      fc.property(fieldText, (text) => {
        const wanted = outcome(() => expected(text));
        const found = outcome(() => readRequestSignature(text, `${wanted?.label ?? "sig"}=:AAAA:`));
        if (found) read += 1;
        const shown = found && { components: found.components, parameters: found.parameters };
        expect(shown).to.deep.equal(
          wanted && { components: wanted.components, parameters: wanted.parameters },
        );
        if (found) expect(`${wanted?.label}=${found.params}`).to.equal(text.trim());
      }),
      { numRuns: 20_000 },
    );
    expect(read).to.be.above(2_000);
  });

  it("has a signature in canonical base64, as the library reads it, that is not empty", () => {
    const input = 'sig=("@method");created=1';
    const characters = "ABgwxyz019+/=:-_ ";
    const text = fc
      .tuple(fc.uint8Array({ maxLength: 9 }), fc.nat(14), fc.constantFrom("", ...characters))
      .map(([bytes, at, other]) => {
        const good = `:${Buffer.from(bytes).toString("base64")}:`;
        return other === "" ? good : good.slice(0, at) + other + good.slice(at + 1);
      });
    let read = 0;
    fc.assert(
      fc.property(text, (value) => {
        let wanted: Buffer | undefined;
        try {
          const dictionary = parseDictionary(`sig=${value}`);
          const [bytes] = dictionary.get("sig") ?? [];
          const canonical = serializeDictionary(dictionary) === `sig=${value}`.trim();
          if (bytes instanceof ArrayBuffer && bytes.byteLength > 0 && canonical) wanted = Buffer.from(bytes);
        } catch {
          wanted = undefined;
        }
        let found: Uint8Array | undefined;
        try {
          found = readRequestSignature(input, `sig=${value}`).signature;
        } catch {
          found = undefined;
        }
        if (found) read += 1;
        expect(found && Buffer.from(found).toString("hex")).to.equal(wanted?.toString("hex"));
      }),
      { numRuns: 10_000 },
    );
    expect(read).to.be.within(1_000, 9_000);
  });
});
