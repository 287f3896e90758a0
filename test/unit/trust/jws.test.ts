import { createHmac, generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect } from "chai";
import { CompactSign } from "jose";
import {
  verifyWalletSignature,
  type WalletSignatureExpectation,
} from "../../../src/trust/wallet-signature.ts";

const NOW = new Date("2027-03-01T12:00:00Z");
const SECONDS = NOW.getTime() / 1000;
const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const CLAIMS = { paymentId: "pay_1", amount: "12.50", assetType: "USDX", merchantId: "mer_1" };
const EXPECTED: WalletSignatureExpectation = {
  type: "pda-pay+jws",
  key: publicKey,
  audience: "https://pda.example",
  nonce: "n-1",
  claims: CLAIMS,
};
const PAYLOAD = { ...CLAIMS, aud: EXPECTED.audience, nonce: EXPECTED.nonce, iat: SECONDS, exp: SECONDS + 60 };
const HEADER = { alg: "ES256", typ: "pda-pay+jws" };

type Members = Record<string, unknown>;

function signed(
  payload: Members | string = PAYLOAD,
  header: Members = HEADER,
  key: KeyObject = privateKey,
): Promise<string> {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  return new CompactSign(new TextEncoder().encode(text))
    .setProtectedHeader(header as { alg: string })
    .sign(key);
}

const without = (name: keyof typeof PAYLOAD): Members =>
  Object.fromEntries(Object.entries(PAYLOAD).filter(([key]) => key !== name));

async function reasonOf(jws: string | Promise<string>, expected = EXPECTED, now = NOW): Promise<string> {
  const result = await verifyWalletSignature(await jws, expected, now);
  return result.verified
    ? "verified"
    : result.member === undefined
      ? result.reason
      : `${result.reason} ${result.member}`;
}

/** A compact JWS with any header, signed over whatever it says. */
function handmade(header: Members, signature = "AAAA"): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part(header)}.${part(PAYLOAD)}.${signature}`;
}

describe("verifyWalletSignature (RFC 7515, RFC 8725)", () => {
  it("verifies ES256 and EdDSA by the given key", async () => {
    expect(await verifyWalletSignature(await signed(), EXPECTED, NOW)).to.deep.equal({
      verified: true,
      issuedAt: NOW,
      expiresAt: new Date(NOW.getTime() + 60_000),
    });
    const ed = generateKeyPairSync("ed25519");
    const jws = await signed(PAYLOAD, { ...HEADER, alg: "EdDSA" }, ed.privateKey);
    expect(await reasonOf(jws, { ...EXPECTED, key: ed.publicKey })).to.equal("verified");
    expect(await reasonOf(jws)).to.equal("JWS_ALGORITHM_NOT_ALLOWED");
    expect(await reasonOf(signed(), { ...EXPECTED, key: ed.publicKey })).to.equal(
      "JWS_ALGORITHM_NOT_ALLOWED",
    );
  });

  it("tolerates kid, and never chooses a key by it", async () => {
    expect(await reasonOf(signed(PAYLOAD, { ...HEADER, kid: "x" }))).to.equal("verified");
    const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" });
    expect(await reasonOf(signed(PAYLOAD, { ...HEADER, kid: "x" }, stranger.privateKey))).to.equal(
      "JWS_SIGNATURE_INVALID",
    );
  });

  it("refuses headers that bring a key, extensions or another meaning", async () => {
    for (const member of ["jwk", "jku", "x5u", "x5c", "x5t", "crit", "b64", "cty", "zip"]) {
      expect(await reasonOf(handmade({ ...HEADER, [member]: "x" }))).to.equal(
        `JWS_HEADER_MEMBER_NOT_ALLOWED ${member}`,
      );
    }
  });

  it("refuses other algorithms: none, HMAC with the public key, RSA, ES384", async () => {
    const spki = publicKey.export({ format: "pem", type: "spki" });
    const [head = "", body = ""] = handmade({ ...HEADER, alg: "HS256" }).split(".");
    const mac = createHmac("sha256", spki).update(`${head}.${body}`).digest("base64url");
    expect(await reasonOf(`${head}.${body}.${mac}`)).to.equal("JWS_ALGORITHM_NOT_ALLOWED");
    for (const alg of ["none", "RS256", "ES384", "es256", 1, undefined]) {
      expect(await reasonOf(handmade({ ...HEADER, alg }))).to.equal("JWS_ALGORITHM_NOT_ALLOWED");
    }
  });

  it("refuses a header or claims with a member twice, escaped or not, whichever the parser would take", async () => {
    const text = JSON.stringify(PAYLOAD);
    for (const twice of ['"amount":"0.01"', '"\\u0061mount":"0.01"', '"amount":"12.50"'])
      expect(await reasonOf(signed(`{${twice},${text.slice(1)}`))).to.equal("JWS_CLAIMS_MALFORMED");
    const header = `{"alg":"none",${JSON.stringify(HEADER).slice(1)}`;
    const [, body = "", signature = ""] = (await signed()).split(".");
    expect(await reasonOf(`${Buffer.from(header).toString("base64url")}.${body}.${signature}`)).to.equal(
      "JWS_HEADER_MALFORMED",
    );
    // Text that only looks like members does not count.
    const claims = { ...CLAIMS, merchantId: '{"a":"b":[' };
    const jws = signed({ ...PAYLOAD, merchantId: claims.merchantId });
    expect(await reasonOf(jws, { ...EXPECTED, claims })).to.equal("verified");
  });

  it("refuses another type", async () => {
    for (const typ of ["JWT", "pda-own+jws", "PDA-PAY+JWS", "application/pda-pay+jws", undefined]) {
      expect(await reasonOf(signed(PAYLOAD, { ...HEADER, typ }))).to.equal("JWS_TYPE_MISMATCH");
    }
  });

  it("refuses what is no compact JWS, or has two readings", async () => {
    const jws = await signed();
    const [head = "", body = "", signature = ""] = jws.split(".");
    const last = signature.slice(-1);
    const loose = `${signature.slice(0, -1)}${last === "A" ? "B" : String.fromCharCode(last.charCodeAt(0) + 1)}`;
    for (const text of [
      "",
      "a.b",
      `${jws}.x`,
      `${head}..${signature}`,
      `${jws}=`,
      ` ${jws}`,
      `${head}.${body}.${loose}`,
    ]) {
      expect(await reasonOf(text), text).to.equal("JWS_NOT_COMPACT");
    }
    expect(await reasonOf(`${Buffer.from("[1]").toString("base64url")}.${body}.${signature}`)).to.equal(
      "JWS_HEADER_MALFORMED",
    );
    expect(await reasonOf(`AAAA.${body}.${signature}`)).to.equal("JWS_HEADER_MALFORMED");
    expect(await reasonOf("A".repeat(4097))).to.equal("JWS_TOO_LARGE");
    expect(await reasonOf(signed({ ...PAYLOAD, amount: "x".repeat(4000) }))).to.equal("JWS_TOO_LARGE");
  });

  it("refuses a changed payload or signature", async () => {
    const [head = "", , signature = ""] = (await signed()).split(".");
    const other = Buffer.from(JSON.stringify({ ...PAYLOAD, amount: "1.00" })).toString("base64url");
    expect(await reasonOf(`${head}.${other}.${signature}`)).to.equal("JWS_SIGNATURE_INVALID");
    expect(await reasonOf(handmade(HEADER))).to.equal("JWS_SIGNATURE_INVALID");
    expect(await reasonOf(handmade(HEADER, Buffer.alloc(64).toString("base64url")))).to.equal(
      "JWS_SIGNATURE_INVALID",
    );
  });

  it("refuses claims that are missing, other, more, or of another type", async () => {
    for (const name of ["aud", "nonce", "paymentId", "amount", "assetType", "merchantId"] as const) {
      expect(await reasonOf(signed(without(name)))).to.equal(`JWS_CLAIM_MISMATCH ${name}`);
      expect(await reasonOf(signed({ ...PAYLOAD, [name]: "other" }))).to.equal(`JWS_CLAIM_MISMATCH ${name}`);
      expect(await reasonOf(signed({ ...PAYLOAD, [name]: [PAYLOAD[name]] }))).to.equal(
        `JWS_CLAIM_MISMATCH ${name}`,
      );
    }
    expect(await reasonOf(signed({ ...PAYLOAD, amount: 12.5 }))).to.equal("JWS_CLAIM_MISMATCH amount");
    expect(await reasonOf(signed({ ...PAYLOAD, amount: "12.5" }))).to.equal("JWS_CLAIM_MISMATCH amount");
    expect(await reasonOf(signed({ ...PAYLOAD, tip: "1.00" }))).to.equal("JWS_CLAIM_UNEXPECTED tip");
    expect(await reasonOf(signed('{"__proto__":{}}'))).to.equal("JWS_CLAIM_UNEXPECTED __proto__");
    expect(await reasonOf(signed('"text"'))).to.equal("JWS_CLAIMS_MALFORMED");
    expect(await reasonOf(signed("{"))).to.equal("JWS_CLAIMS_MALFORMED");
  });

  it("holds the time of signing to 300 s of life and 60 s of skew", async () => {
    const at = (iat: unknown, exp: unknown): Promise<string> => reasonOf(signed({ ...PAYLOAD, iat, exp }));
    expect(await at(SECONDS, SECONDS + 300)).to.equal("verified");
    expect(await at(SECONDS, SECONDS + 301)).to.equal("JWS_LIFETIME_TOO_LONG");
    expect(await at(SECONDS + 60, SECONDS + 70)).to.equal("verified");
    expect(await at(SECONDS + 61, SECONDS + 70)).to.equal("JWS_ISSUED_IN_FUTURE");
    expect(await at(SECONDS - 120, SECONDS - 59)).to.equal("verified");
    expect(await at(SECONDS - 120, SECONDS - 60)).to.equal("JWS_EXPIRED");
    expect(await at(SECONDS, SECONDS)).to.equal("JWS_CLAIMS_MALFORMED exp");
    expect(await at(SECONDS, undefined)).to.equal("JWS_CLAIMS_MALFORMED exp");
    expect(await at(undefined, SECONDS)).to.equal("JWS_CLAIMS_MALFORMED iat");
    expect(await at(SECONDS + 0.5, SECONDS + 9)).to.equal("JWS_CLAIMS_MALFORMED iat");
    expect(await at(String(SECONDS), SECONDS + 9)).to.equal("JWS_CLAIMS_MALFORMED iat");
    expect(await at(-1, 9)).to.equal("JWS_CLAIMS_MALFORMED iat");
  });
});
