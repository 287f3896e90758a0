// Our verification of a compact JWS beside jose's, an independent implementation of RFC 7515.
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { CompactSign, compactVerify } from "jose";
import { verifyWalletSignature } from "../../../src/trust/wallet-signature.ts";

const now = new Date("2026-06-01T12:00:00Z");
const seconds = now.getTime() / 1000;
const expectation = { type: "pda-pay+jws", audience: "https://pay.example", nonce: "n", claims: {} } as const;
const claims = { aud: expectation.audience, nonce: "n", iat: seconds, exp: seconds + 60 };

const algorithms = [
  { name: "ES256", ...generateKeyPairSync("ec", { namedCurve: "P-256" }) },
  { name: "EdDSA", ...generateKeyPairSync("ed25519") },
];

const sign = (algorithm: string, key: KeyObject): Promise<string> =>
  new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: algorithm, typ: expectation.type })
    .sign(key);

/** What jose says: verified, or not. */
const joseVerifies = (jws: string, key: KeyObject, algorithm: string): Promise<boolean> =>
  compactVerify(jws, key, { algorithms: [algorithm] }).then(
    () => true,
    () => false,
  );

const ourReason = async (jws: string, key: KeyObject): Promise<string> => {
  const result = await verifyWalletSignature(jws, { ...expectation, key }, now);
  return result.verified ? "verified" : result.reason;
};

describe("verifyWalletSignature beside jose", () => {
  for (const { name, publicKey, privateKey } of algorithms) {
    it(`verifies what jose has signed with ${name}, and not with another key`, async () => {
      const jws = await sign(name, privateKey);
      expect(await ourReason(jws, publicKey)).to.equal("verified");
      const other =
        name === "ES256"
          ? generateKeyPairSync("ec", { namedCurve: "P-256" })
          : generateKeyPairSync("ed25519");
      expect(await ourReason(jws, other.publicKey)).to.equal("JWS_SIGNATURE_INVALID");
      expect(await joseVerifies(jws, other.publicKey, name)).to.equal(false);
    });

    it(`agrees with jose about ${name} signatures of any bytes and any length`, async () => {
      const jws = await sign(name, privateKey);
      const end = jws.lastIndexOf(".");
      const good = Buffer.from(jws.slice(end + 1), "base64url");
      const signature = fc.oneof(
        fc.uint8Array({ minLength: 1, maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
        fc.nat(good.length * 8 - 1).map((bit) => {
          const bytes = Buffer.from(good);
          bytes[bit >> 3]! ^= 1 << (bit & 7);
          return bytes;
        }),
        fc.nat(good.length - 1).map((length) => good.subarray(0, length + 1)),
        fc.constantFrom(
          Buffer.alloc(64),
          Buffer.alloc(64, 0xff),
          Buffer.concat([good, Buffer.alloc(1)]),
          good,
        ),
      );
      await fc.assert(
        fc.asyncProperty(signature, async (bytes) => {
          const text = `${jws.slice(0, end)}.${bytes.toString("base64url")}`;
          const expected = (await joseVerifies(text, publicKey, name)) ? "verified" : "JWS_SIGNATURE_INVALID";
          expect(await ourReason(text, publicKey)).to.equal(expected);
        }),
        { numRuns: 200 },
      );
    });
  }
});
