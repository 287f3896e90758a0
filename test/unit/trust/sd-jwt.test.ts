// SD-JWT by the words of RFC 9901: what has to be refused, and why. The RFC's own examples are in test/vectors.
import { expect } from "chai";
import fc from "fast-check";
import { SdJwtError } from "../../../src/trust/sd-jwt/error.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { JSON_DEPTH_MAX, readUntrustedJson } from "../../../src/trust/json.ts";
import { readJwt } from "../../../src/trust/sd-jwt/jwt.ts";
import { processedPayload } from "../../../src/trust/sd-jwt/payload.ts";
import { readPresentation } from "../../../src/trust/sd-jwt/presentation.ts";
import { claim, disclosureOf, element, jws, keyPair, type Shown } from "../../support/sd-jwt-issuer.ts";

const reasonOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof SdJwtError) return error.reason;
    throw error;
  }
  return "accepted";
};
const digests = (...shown: readonly Shown[]) => shown.map(({ digest }) => digest);
const texts = (...shown: readonly Shown[]) => shown.map(({ text }) => text);
const processed = (payload: object, shown: readonly Shown[] = [], plain: readonly string[] = []) =>
  processedPayload(payload as JsonObject, texts(...shown), plain);
const refusal = (payload: object, shown: readonly Shown[] = [], plain: readonly string[] = []) =>
  reasonOf(() => processed(payload, shown, plain));

describe("JSON of strangers", () => {
  const read = (text: string) => readUntrustedJson(Buffer.from(text));

  it("is read where it is unambiguous", () => {
    const text = '{"a":{"a":1},"b":[{"a":2},{"a":3}],"c":"{\\"a\\":1,\\"a\\":2}","":0}';
    expect(read(text)).to.deep.equal(JSON.parse(text));
  });

  it("is refused where a name stands twice, however it is written and wherever it stands", () => {
    expect(read('{"a":1,"a":1}')).to.equal(undefined);
    expect(read('{"a":1,"b":{"c":[{"x":1,"\\u0078":2}]}}')).to.equal(undefined);
    expect(read('{"a":[1,2],"a":3}')).to.equal(undefined);
    expect(read('{"__proto__":1,"__proto__":2}')).to.equal(undefined);
  });

  it("is refused where it is too deep, not UTF-8, has a byte order mark, or is no JSON", () => {
    const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    expect(read(deep(JSON_DEPTH_MAX))).to.not.equal(undefined);
    expect(read(deep(JSON_DEPTH_MAX + 1))).to.equal(undefined);
    expect(read(deep(30_000))).to.equal(undefined);
    expect(readUntrustedJson(Uint8Array.of(0x22, 0xff, 0x22))).to.equal(undefined);
    expect(readUntrustedJson(Uint8Array.of(0x22, 0xc0, 0x80, 0x22))).to.equal(undefined);
    for (const text of ["\uFEFF{}", "", "{", "{'a':1}", "[1,]", "nul", '"\\x"', "{}{}"])
      expect(read(text), text).to.equal(undefined);
  });

  it("is read in time that grows with its length, also where it is no JSON", () => {
    // A reader that begins anew at every quote would look at the rest of the text 24,000 times.
    for (const text of [`"${'\\"'.repeat(24_000)}`, `{"a":${"[".repeat(48_000)}`, `[${'"",'.repeat(16_000)}`])
      expect(read(text)).to.equal(undefined);
  });

  it("is read as JSON.parse reads it, or not at all", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const value = read(text);
        if (value !== undefined) expect(value).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it("has a name twice exactly where the object has fewer members than were written", () => {
    const member = fc.tuple(fc.string(), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(fc.array(member, { maxLength: 6 }), (members) => {
        const text = `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
        const repeated = new Set(members.map(([name]) => name)).size < members.length;
        expect(read(text) === undefined).to.equal(repeated);
      }),
    );
  });
});

describe("disclosures of an SD-JWT", () => {
  it("take the place of their digests, decoys and what is not shown disappear", () => {
    const [given, family] = [claim("given_name", "Zoë"), claim("family_name", "Möbius")];
    const decoy = disclosureOf(["decoy"]);
    const payload = {
      _sd: digests(given, family, decoy),
      _sd_alg: "sha-256",
      sub: "1",
      empty: { _sd: digests(element(1)) },
    };
    expect(processed(payload, [given])).to.deep.equal({ sub: "1", empty: {}, given_name: "Zoë" });
  });

  it("may hold digests themselves, in objects and arrays", () => {
    const street = claim("street", "Main St");
    const address = claim("address", { _sd: digests(street), country: "US" });
    const [de, fr] = [element("DE"), element({ _sd: digests(claim("x", 1)) })];
    const payload = {
      _sd: digests(address),
      nationalities: [{ "...": de.digest }, "US", { "...": fr.digest }],
    };
    expect(processed(payload, [de, address, street])).to.deep.equal({
      nationalities: ["DE", "US"],
      address: { country: "US", street: "Main St" },
    });
    expect(refusal(payload, [street])).to.equal("DISCLOSURE_UNREFERENCED");
  });

  it("must be referenced, once, and be there once", () => {
    const shown = claim("a", 1);
    expect(refusal({ _sd: digests(shown) }, [shown, shown])).to.equal("DISCLOSURE_REPEATED");
    expect(refusal({ _sd: digests(shown) }, [claim("a", 1)])).to.equal("DISCLOSURE_UNREFERENCED");
    expect(refusal({ _sd: digests(shown, shown) }, [shown])).to.equal("DIGEST_REPEATED");
    expect(refusal({ _sd: digests(shown, shown) })).to.equal("DIGEST_REPEATED");
    expect(refusal({ _sd: digests(shown), x: { _sd: digests(shown) } }, [shown])).to.equal("DIGEST_REPEATED");
    expect(refusal({ _sd: digests(shown), x: [{ "...": shown.digest }] })).to.equal("DIGEST_REPEATED");
    const inside = claim("b", { _sd: digests(shown) });
    expect(refusal({ _sd: digests(shown, inside) }, [inside])).to.equal("DIGEST_REPEATED");
  });

  it("have two or three parts, with a salt and a name that are texts", () => {
    for (const content of [
      [],
      ["salt"],
      ["s", "n", 1, 2],
      [1, "n", 1],
      ["s", 1, 1],
      {},
      "x",
      '["s","n",1',
      '["s","n",{"a":1,"a":2}]',
    ]) {
      const shown = disclosureOf(content);
      expect(refusal({ _sd: digests(shown) }, [shown]), JSON.stringify(content)).to.equal(
        "DISCLOSURE_MALFORMED",
      );
    }
    const ofArray = element(1);
    expect(refusal({ _sd: digests(ofArray) }, [ofArray])).to.equal("DISCLOSURE_MALFORMED");
    const ofObject = claim("a", 1);
    expect(refusal({ x: [{ "...": ofObject.digest }] }, [ofObject])).to.equal("DISCLOSURE_MALFORMED");
  });

  it("may not bring claims that are there, nor digests by name", () => {
    const again = claim("sub", "2");
    expect(refusal({ sub: "1", _sd: digests(again) }, [again])).to.equal("CLAIM_REPEATED");
    const [one, other] = [claim("x", 1), claim("x", 2)];
    expect(refusal({ _sd: digests(one, other) }, [one, other])).to.equal("CLAIM_REPEATED");
    for (const name of ["_sd", "..."]) {
      const shown = claim(name, digests(one));
      expect(refusal({ _sd: digests(shown) }, [shown])).to.equal("CLAIM_NAME_NOT_ALLOWED");
    }
    const algorithm = claim("_sd_alg", "none");
    expect(refusal({ _sd: digests(algorithm) }, [algorithm])).to.equal("CLAIM_NOT_DISCLOSABLE");
  });

  it("may not hide what everyone must see, nor parts of it", () => {
    const exp = claim("exp", 1);
    expect(refusal({ _sd: digests(exp) }, [exp], ["exp"])).to.equal("CLAIM_NOT_DISCLOSABLE");
    // Not shown, so nobody can know; the claim is simply missing then.
    expect(refusal({ _sd: digests(exp) }, [], ["exp"])).to.equal("accepted");
    expect(refusal({ cnf: { _sd: digests(exp) } }, [], ["cnf"])).to.equal("CLAIM_NOT_DISCLOSABLE");
    expect(refusal({ cnf: { jwk: [{ "...": exp.digest }] } }, [], ["cnf"])).to.equal("CLAIM_NOT_DISCLOSABLE");
    // Deeper down the name is free.
    expect(processed({ x: { _sd: digests(exp) } }, [exp], ["exp"])).to.deep.equal({ x: { exp: 1 } });
  });

  it("are digests of SHA-256 in lists of texts", () => {
    expect(refusal({ _sd_alg: "sha-512" })).to.equal("HASH_NOT_ALLOWED");
    expect(refusal({ _sd_alg: null })).to.equal("HASH_NOT_ALLOWED");
    for (const wrong of ["x", {}, [1], [null], null])
      expect(refusal({ _sd: wrong })).to.equal("DIGEST_MALFORMED");
    for (const wrong of [{ "...": 1 }, { "...": "x", y: 1 }])
      expect(refusal({ a: [wrong] })).to.equal("DIGEST_MALFORMED");
    expect(refusal({ a: { "...": "x" } })).to.equal("CLAIM_NAME_NOT_ALLOWED");
  });

  it("do not nest without end", () => {
    let inner = claim("x", 1);
    const chain = [inner];
    for (let level = 0; level < 40; level++) {
      inner = claim("x", { _sd: digests(inner) });
      chain.push(inner);
    }
    expect(refusal({ _sd: digests(inner) }, chain)).to.equal("NESTED_TOO_DEEP");
  });

  it("may be called what they like without touching anything else", () => {
    const shown = [
      claim("__proto__", { polluted: true }),
      claim("constructor", 1),
      claim("hasOwnProperty", 2),
    ];
    const result = processed({ _sd: digests(...shown) }, shown);
    expect(Object.keys(result)).to.have.members(["__proto__", "constructor", "hasOwnProperty"]);
    expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
  });

  it("give back any claims that were made selectively disclosable, at any depth", () => {
    const name = fc
      .string({ minLength: 1 })
      .filter((text) => !["_sd", "...", "_sd_alg", "__proto__"].includes(text));
    const value = fc
      .jsonValue({ maxDepth: 2, noUnicodeString: true })
      .filter((json) => !JSON.stringify(json).includes('"...":') && !JSON.stringify(json).includes('"_sd'));
    fc.assert(
      fc.property(
        fc.dictionary(name, value, { maxKeys: 8 }),
        fc.array(value, { maxLength: 5 }),
        (claims, list) => {
          const members = Object.entries(claims).map(([key, json]) => claim(key, json));
          const elements = list.map(element);
          const held = claim(
            "list of them",
            elements.map(({ digest }) => ({ "...": digest })),
          );
          const payload = { _sd: digests(...members, held) };
          const result = processed(payload, [...members, ...elements, held]);
          expect(result).to.deep.equal({
            ...JSON.parse(JSON.stringify(claims)),
            "list of them": JSON.parse(JSON.stringify(list)),
          });
        },
      ),
    );
  });
});

describe("a presentation", () => {
  const { privateKey } = keyPair();
  const header = { alg: "ES256", typ: "dc+sd-jwt" };
  const signed = (over: object = {}, payload: object | string | Uint8Array = { a: 1 }) =>
    jws({ ...header, ...over }, payload, privateKey);

  it("is taken apart at its separators", async () => {
    const credential = await signed();
    const { disclosures, keyBinding } = readPresentation(`${credential}~WyJhIl0~WyJiIl0~proof`);
    expect(disclosures).to.deep.equal(["WyJhIl0", "WyJiIl0"]);
    expect(keyBinding).to.equal("proof");
    expect(readPresentation(`${credential}~`)).to.deep.include({ disclosures: [], keyBinding: undefined });
  });

  it("is refused without separators, with empty parts, too many or too much of them", async () => {
    const credential = await signed();
    expect(reasonOf(() => readPresentation(credential))).to.equal("PRESENTATION_MALFORMED");
    expect(reasonOf(() => readPresentation(`${credential}~~`))).to.equal("PRESENTATION_MALFORMED");
    expect(reasonOf(() => readPresentation(`${credential}~${"WyJhIl0~".repeat(257)}`))).to.equal(
      "DISCLOSURES_TOO_MANY",
    );
    expect(reasonOf(() => readPresentation(`${credential}~${"W".repeat(65_536)}~`))).to.equal(
      "PRESENTATION_TOO_LARGE",
    );
  });

  it("is of ES256 and of its type only, and brings no key of another kind", async () => {
    const reason = async (over: object): Promise<string> => {
      const text = await signed(over);
      return reasonOf(() => readJwt(text, "dc+sd-jwt"));
    };
    expect(await reason({ typ: "vc+sd-jwt" })).to.equal("TYPE_NOT_ALLOWED");
    expect(await reason({ typ: "kb+jwt" })).to.equal("TYPE_NOT_ALLOWED");
    for (const member of ["jwk", "jku", "x5u"])
      expect(await reason({ [member]: "x" })).to.equal("HEADER_NOT_ALLOWED");
    expect(await reason({ kid: "x", vctm: ["x"] })).to.equal("accepted");
    const secret = await jws({ ...header, alg: "HS256" }, {}, Buffer.alloc(32));
    expect(reasonOf(() => readJwt(secret, "dc+sd-jwt"))).to.equal("ALGORITHM_NOT_ALLOWED");
    const p384 = await jws({ ...header, alg: "ES384" }, {}, keyPair("P-384").privateKey);
    expect(reasonOf(() => readJwt(p384, "dc+sd-jwt"))).to.equal("ALGORITHM_NOT_ALLOWED");
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const none = `${encode({ ...header, alg: "none" })}.${encode({})}.`;
    expect(reasonOf(() => readJwt(none, "dc+sd-jwt"))).to.equal("ALGORITHM_NOT_ALLOWED");
    const critical = `${encode({ ...header, crit: ["x"], x: 1 })}.${encode({})}.${"A".repeat(86)}`;
    expect(reasonOf(() => readJwt(critical, "dc+sd-jwt"))).to.equal("HEADER_NOT_ALLOWED");
  });

  it("has one text for its bytes, and JSON objects in it", async () => {
    const text = await signed();
    const [head = "", body = "", signature = ""] = text.split(".");
    const malformed = [
      `${text}.x`,
      `${head}.${body}`,
      `${head}=.${body}.${signature}`,
      `${head}.${body}.${signature}A`,
    ];
    // 64 bytes have 4 bits in their last character: the other two have to be zero.
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const stray = alphabet[alphabet.indexOf(signature.at(-1) as string) + 1];
    malformed.push(`${head}.${body}.${signature.slice(0, -1)}${stray}`);
    for (const each of malformed)
      expect(reasonOf(() => readJwt(each, "dc+sd-jwt"))).to.equal("JWS_MALFORMED");
    for (const payload of [
      '{"a":1,"a":2}',
      "[]",
      "1",
      "x",
      Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
    ]) {
      const other = await signed({}, payload);
      expect(reasonOf(() => readJwt(other, "dc+sd-jwt"))).to.equal("JSON_MALFORMED");
    }
  });

  it("never makes reading fail otherwise, whatever it is", () => {
    const part = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.jsonValue().map((json) => Buffer.from(JSON.stringify(json)).toString("base64url")),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom("~", "."), (parts, separator) => {
        reasonOf(() => readPresentation(`${parts.join(separator)}~`));
      }),
      { numRuns: 500 },
    );
  });
});
