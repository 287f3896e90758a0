// The key of a wallet's holder, and what it signs.
import { webcrypto } from "node:crypto";
import type { components } from "../gen/types.ts";

type Schemas = components["schemas"];

/** A key pair of Web Crypto. */
export type KeyPair = webcrypto.CryptoKeyPair;

const { subtle } = webcrypto;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
/** Seconds that a signed statement is valid; the service accepts at most 300. */
const lifetimeSeconds = 120;

/** Creates a P-256 key pair; the private key stays in this process. */
export function newKeyPair(): Promise<KeyPair> {
  return subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

/** Returns the public key as JWK (RFC 7517), in the form that CreateWallet takes. */
export async function holderKey(keys: KeyPair): Promise<Schemas["HolderKey"]> {
  const { x = "", y = "" } = await subtle.exportKey("jwk", keys.publicKey);
  return { kty: "EC", crv: "P-256", x, y };
}

/** Signs the holder's agreement to a payment request, or its refusal: a compact JWS (RFC 7515, ES256), valid for two minutes. */
export async function signPayment(
  keys: KeyPair,
  request: Schemas["PaymentRequest"],
  typ: "pda-pay+jws" | "pda-decline+jws" = "pda-pay+jws",
): Promise<string> {
  const { audience, nonce, paymentId, amount, assetType, merchantId } = request;
  const iat = Math.floor(Date.now() / 1000);
  const exp = iat + lifetimeSeconds;
  const claims = { aud: audience, nonce, iat, exp, paymentId, amount, assetType, merchantId };
  const signed = `${encoded({ alg: "ES256", typ })}.${encoded(claims)}`;
  const signature = await subtle.sign(algorithm, keys.privateKey, Buffer.from(signed));
  return `${signed}.${Buffer.from(signature).toString("base64url")}`;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
