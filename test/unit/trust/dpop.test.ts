// DPoP proofs: the examples of RFC 9449, an outside client (the npm package dpop), and everything that makes a proof wrong.
import { createHmac, createPublicKey, generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import * as outside from "dpop";
import fc from "fast-check";
import { DpopError } from "../../../src/trust/dpop/error.ts";
import {
  claimedThumbprint,
  type DpopProof,
  type ProvenRequest,
  tokenHash,
  verifyDpopProof,
} from "../../../src/trust/dpop/proof.ts";
import { normalUri } from "../../../src/trust/dpop/uri.ts";
import { type CallerKey, callerKey, seconds } from "../../support/access-tokens.ts";
import { dpopProof, type ProofChange, thumbprintOf } from "../../support/dpop-proofs.ts";

const url = "https://pda.example/api/v1/payments";
const token = "a.token.of-somebody";
const request: ProvenRequest = { method: "POST", uris: [`${url}?pageSize=2`], tokenHash: tokenHash(token) };

/** Figure 2 of RFC 9449. */
const example41 =
  "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg";
/** Figure 12 of RFC 9449, and the token beside it. */
const example71 =
  "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9.2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA";
const exampleToken = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU";
const exampleThumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I";

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("DPoP proofs", () => {
  const keys = (["ES256", "EdDSA", "PS256"] as const).map((algorithm) => callerKey(algorithm));
  const [key] = keys as [CallerKey];

  const verify = (text: string, over: Partial<ProvenRequest> = {}): Promise<DpopProof> =>
    verifyDpopProof(text, { ...request, ...over }, new Date());
  const made = (change: ProofChange = {}, by = key): Promise<string> =>
    dpopProof(by, { method: "POST", url, token }, change);
  const refusal = async (text: string, over: Partial<ProvenRequest> = {}): Promise<[string, string]> => {
    const outcome = await verify(text, over).catch((error: unknown) => error);
    if (outcome instanceof DpopError) return [outcome.reason, outcome.message];
    throw new Error("the proof was accepted", { cause: outcome });
  };

  it("are those of RFC 9449", async () => {
    const at = (iat: number) => new Date(iat * 1000);
    const resource = { method: "GET", uris: ["https://resource.example.org/protectedresource"] };
    expect(
      await verifyDpopProof(example71, { ...resource, tokenHash: tokenHash(exampleToken) }, at(1562262618)),
    ).to.deep.equal({
      jti: "e1j3V_bKic8-LAEB",
      nonce: "",
      keyThumbprint: exampleThumbprint,
      expiresAt: at(1562262918),
    });
    // The proof for a token endpoint has no ath, so it is no proof beside a token.
    const server = { method: "POST", uris: ["https://server.example.com/token"] };
    const atServer = await verifyDpopProof(example41, { ...server, tokenHash: undefined }, at(1562262616));
    expect(atServer).to.include({ jti: "-BwC3ESc6acc2lTc", keyThumbprint: exampleThumbprint });
    const outcome = await verifyDpopProof(
      example41,
      { ...server, tokenHash: tokenHash(exampleToken) },
      at(1562262616),
    ).catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(DpopError).with.property("message").that.includes("ath");
  });

  for (const algorithm of ["ES256", "Ed25519", "PS256"] as const)
    it(`of an outside client are accepted: ${algorithm}`, async () => {
      const pair = await outside.generateKeyPair(algorithm);
      const text = await outside.generateProof(pair, url, "POST", "a-nonce", token);
      const proof = await verify(text);
      expect(proof.nonce).to.equal("a-nonce");
      expect(proof.keyThumbprint).to.equal(await outside.calculateThumbprint(pair.publicKey));
    });

  it("of an outside client with RS256 are refused", async () => {
    const pair = await outside.generateKeyPair("RS256");
    const text = await outside.generateProof(pair, url, "POST", undefined, token);
    expect((await refusal(text))[0]).to.equal("DPOP_PROOF_MALFORMED");
  });

  for (const each of keys)
    it(`name their key: ${each.algorithm}`, async () => {
      const proof = await verify(await made({}, each));
      expect(proof.keyThumbprint).to.equal(await thumbprintOf(each));
    });

  it("claim the key that verifies them, before anything is verified", async () => {
    for (const each of keys) {
      const text = await made({ claims: { htm: "GET" } }, each);
      expect(claimedThumbprint(text)).to.equal(await thumbprintOf(each));
    }
    const jwk = { kty: "oct", k: "AAAA" };
    for (const text of [
      "",
      "a",
      "a.b.c",
      await made({ header: { jwk } }),
      `${await made()}${"A".repeat(4096)}`,
    ])
      expect(() => claimedThumbprint(text), text.slice(0, 20))
        .to.throw(DpopError)
        .with.property("reason", "DPOP_PROOF_MALFORMED");
  });

  it("may be 300 s old and 60 s ahead, and may have other claims and members", async () => {
    await verify(await made({ claims: { iat: seconds() - 298 } }));
    await verify(await made({ claims: { iat: seconds() + 58, other: "claim" }, header: { kid: "any" } }));
  });

  describe("are refused", () => {
    const jwkOf = ({ privateKey }: CallerKey) => createPublicKey(privateKey).export({ format: "jwk" });
    const stranger = callerKey();
    const small = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ format: "jwk" });
    const cases: [string, ProofChange, string, string][] = [
      ["of another method", { claims: { htm: "GET" } }, "REFUSED", "htm"],
      ["of a method in lower case", { claims: { htm: "post" } }, "REFUSED", "htm"],
      ["of another path", { claims: { htu: `${url}/x` } }, "REFUSED", "htu"],
      ["of a path in other case", { claims: { htu: url.replace("payments", "Payments") } }, "REFUSED", "htu"],
      ["of another host", { claims: { htu: url.replace("pda", "pdb") } }, "REFUSED", "htu"],
      ["of another port", { claims: { htu: url.replace("example", "example:8443") } }, "REFUSED", "htu"],
      ["of another scheme", { claims: { htu: url.replace("https", "http") } }, "REFUSED", "htu"],
      ["with a path alone", { claims: { htu: "/api/v1/payments" } }, "REFUSED", "htu"],
      ["with a user", { claims: { htu: url.replace("//", "//pda.example@") } }, "REFUSED", "htu"],
      ["of another token", { claims: { ath: base64url("x") } }, "REFUSED", "ath"],
      ["of no token", { claims: { ath: undefined } }, "REFUSED", "ath"],
      ["of yesterday", { claims: { iat: seconds() - 301 } }, "EXPIRED", "iat"],
      ["of tomorrow", { claims: { iat: seconds() + 70 } }, "EXPIRED", "iat"],
      ["without iat", { claims: { iat: undefined } }, "MALFORMED", "iat"],
      ["with iat as text", { claims: { iat: String(seconds()) } }, "MALFORMED", "iat"],
      ["without jti", { claims: { jti: undefined } }, "MALFORMED", "jti"],
      ["with an empty jti", { claims: { jti: "" } }, "MALFORMED", "jti"],
      ["with a long jti", { claims: { jti: "x".repeat(257) } }, "MALFORMED", "jti"],
      ["with a long nonce", { claims: { nonce: "x".repeat(65) } }, "MALFORMED", "nonce"],
      ["with a nonce that is no text", { claims: { nonce: 1 } }, "MALFORMED", "nonce"],
      ["as another kind of JWT", { header: { typ: "pda-access+jwt" } }, "MALFORMED", "typ"],
      ["without a key", { header: { jwk: undefined } }, "MALFORMED", "jwk"],
      ["with the key of somebody else", { header: { jwk: jwkOf(stranger) } }, "REFUSED", "signed"],
      [
        "with the private key",
        { header: { jwk: key.privateKey.export({ format: "jwk" }) } },
        "MALFORMED",
        "without private members",
      ],
      ["with a shared key", { header: { jwk: { kty: "oct", k: "AAAA" } } }, "MALFORMED", "jwk"],
      ["with a small RSA key", { header: { jwk: small } }, "MALFORMED", "jwk"],
      [
        "with a key that is no text",
        { header: { jwk: { kty: "EC", crv: "P-256", x: 1, y: 2 } } },
        "MALFORMED",
        "jwk",
      ],
      [
        "with a key off the curve",
        { header: { jwk: { ...jwkOf(key), y: Buffer.alloc(32, 7).toString("base64url") } } },
        "MALFORMED",
        "jwk",
      ],
      [
        "with a key of another curve",
        {
          header: {
            jwk: generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey.export({ format: "jwk" }),
          },
        },
        "MALFORMED",
        "jwk",
      ],
    ];
    for (const [what, change, reason, word] of cases)
      it(what, async () => {
        const [found, message] = await refusal(await made(change));
        expect([found, message.includes(word)], message).to.deep.equal([`DPOP_PROOF_${reason}`, true]);
      });

    it("with another algorithm than the key's, with none, and with the public key as a secret", async () => {
      const [, body = ""] = (await made()).split(".");
      const jwk = jwkOf(key);
      const headerOf = (alg: string) => base64url({ typ: "dpop+jwt", alg, jwk });
      expect((await refusal(`${headerOf("none")}.${body}.`))[0]).to.equal("DPOP_PROOF_MALFORMED");
      const text = `${headerOf("HS256")}.${body}`;
      const mac = createHmac("sha256", key.publicKey).update(text).digest("base64url");
      expect((await refusal(`${text}.${mac}`))[0]).to.equal("DPOP_PROOF_MALFORMED");
      for (const alg of ["PS256", "EdDSA", "Ed25519"])
        expect((await refusal(`${headerOf(alg)}.${body}.${"A".repeat(86)}`))[0]).to.equal(
          "DPOP_PROOF_REFUSED",
        );
    });

    it("with a critical header, with a member twice, and when they are too long or no JWT", async () => {
      const [, body = "", tail = ""] = (await made()).split(".");
      const header = { typ: "dpop+jwt", alg: "ES256", jwk: jwkOf(key) };
      for (const text of [
        `${base64url({ ...header, crit: ["b64"], b64: true })}.${body}.${tail}`,
        `${Buffer.from(`${JSON.stringify(header).slice(0, -1)},"typ":"dpop+jwt"}`).toString("base64url")}.${body}.${tail}`,
        await made({ claims: { other: "x".repeat(4_096) } }),
        "",
        "a.b.c",
        `${await made()}, ${await made()}`,
      ])
        expect((await refusal(text))[0]).to.equal("DPOP_PROOF_MALFORMED");
    });

    it("when the key is written in another way, which would give it a second thumbprint", async () => {
      const jwk = jwkOf(keys[2] as CallerKey);
      const padded = Buffer.concat([Buffer.alloc(1), Buffer.from(jwk.n as string, "base64url")]);
      const change = { header: { jwk: { ...jwk, n: padded.toString("base64url") } } };
      expect((await refusal(await made(change, keys[2])))[0]).to.equal("DPOP_PROOF_MALFORMED");
    });

    it("after any change of their text", async () => {
      const text = await made();
      await fc.assert(
        fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom(..."AZaz09-_."), async (place, letter) => {
          fc.pre(text[place] !== letter);
          await refusal(text.slice(0, place) + letter + text.slice(place + 1));
        }),
        { numRuns: 300 },
      );
      await verify(text);
    });
  });

  it("name the target in any form that means the same URI", async () => {
    for (const htu of [
      "HTTPS://PDA.example:443/api/v1/payments",
      "https://pda.example/api/./v1/x/../payments",
      "https://pda.example/api/v1/%70ayments?any=query#fragment",
    ])
      await verify(await made({ claims: { htu } }));
  });

  it("compare URIs in the normal form of RFC 3986", () => {
    const same: [string, string | undefined][] = [
      ["https://example.com", "https://example.com/"],
      ["https://EXAMPLE.com:443/%7euser/%2f?q#f", "https://example.com/~user/%2F"],
      ["https://example.com:8443/a", "https://example.com:8443/a"],
      ["https://example.com/a\\b", undefined],
      ["https://example.com/ä", undefined],
      ["https://example.com/a b", undefined],
      ["https://user@example.com/", undefined],
      ["http://example.com/", undefined],
      ["https:example.com", undefined],
      ["https://", undefined],
      [`https://example.com/${"a".repeat(9_000)}`, undefined],
    ];
    for (const [text, normal] of same) expect(normalUri(text), text).to.equal(normal);
  });
});
