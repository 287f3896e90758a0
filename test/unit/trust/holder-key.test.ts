import { generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import { calculateJwkThumbprint } from "jose";
import { HolderKeyError, parseHolderJwk } from "../../../src/trust/holder-key.ts";
import { inputError } from "./support/reason.ts";

describe("a holder's public key", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = publicKey.export({ format: "jwk" }) as { kty: string; crv: string; x: string; y: string };

  it("is read from a JWK, with the thumbprint of RFC 7638 that jose computes", async () => {
    const thumbprint = await calculateJwkThumbprint(jwk);
    expect(parseHolderJwk(jwk).thumbprint).to.equal(thumbprint);
    expect(
      parseHolderJwk({ ...jwk, kid: "mine", use: "sig", alg: "ES256", key_ops: ["verify"] }).jwk,
    ).not.to.have.property("kid");
    expect(Buffer.from(parseHolderJwk(jwk).spki)).to.deep.equal(
      publicKey.export({ format: "der", type: "spki" }),
    );
  });

  const off = `${jwk.y.startsWith("A") ? "B" : "A"}${jwk.y.slice(1)}`;
  const jwks: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ["a private key", privateKey.export({ format: "jwk" }), "HOLDER_KEY_PRIVATE"],
    ["an empty private member", { ...jwk, d: "" }, "HOLDER_KEY_PRIVATE"],
    ["a symmetric key", { kty: "oct", k: "AAAA" }, "HOLDER_KEY_PRIVATE"],
    ["another curve", { ...jwk, crv: "P-384" }, "HOLDER_KEY_TYPE_NOT_ALLOWED"],
    ["another type", { kty: "OKP", crv: "Ed25519", x: jwk.x }, "HOLDER_KEY_TYPE_NOT_ALLOWED"],
    ["no y", { kty: "EC", crv: "P-256", x: jwk.x }, "HOLDER_KEY_MALFORMED"],
    ["a number for x", { ...jwk, x: 1 }, "HOLDER_KEY_MALFORMED"],
    ["a short coordinate", { ...jwk, x: jwk.x.slice(1) }, "HOLDER_KEY_MALFORMED"],
    ["padding", { ...jwk, x: `${jwk.x}=` }, "HOLDER_KEY_MALFORMED"],
    ["bits after the end of a coordinate", { ...jwk, x: `${jwk.x.slice(0, -1)}B` }, "HOLDER_KEY_MALFORMED"],
    ["a certificate chain", { ...jwk, x5c: [] }, "HOLDER_KEY_MALFORMED"],
    ["a point off the curve", { ...jwk, y: off }, "HOLDER_KEY_NOT_ON_CURVE"],
    ["zero", { ...jwk, x: "A".repeat(43), y: "A".repeat(43) }, "HOLDER_KEY_NOT_ON_CURVE"],
  ];
  for (const [title, members, reason] of jwks) {
    it(`as JWK is refused with ${title}`, () =>
      expect(inputError(() => parseHolderJwk(members))).to.equal(reason));
  }

  it("never appears in the message of the error", () => {
    const secret = privateKey.export({ format: "jwk" }) as Record<string, string>;
    try {
      parseHolderJwk(secret);
    } catch (error) {
      expect(error).to.be.instanceOf(HolderKeyError);
      expect(String(error)).not.to.include(secret.d);
      return;
    }
    expect.fail("accepted a private key");
  });
});
