// Makes what consumers present at terminals, written from the contract and without the product's code.
import { createHash, type KeyObject, randomBytes, sign, X509Certificate } from "node:crypto";
import { SignJWT } from "jose";
import type { Holder } from "./fixtures.ts";

/** The payment terms in their signed form. */
export interface Terms {
  readonly merchantId: string;
  readonly amount: string;
  readonly assetType: string;
}

export const newNonce = (): string => randomBytes(32).toString("base64url");

/** Overrides for claims and header; undefined removes a member. */
export interface Over {
  readonly nonce?: string;
  readonly claims?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
  readonly key?: KeyObject;
  readonly walletId?: string;
}

/** Signs a holder's agreement to these terms over a nonce of the terminal. */
export async function holderPresentation(
  { walletId, privateKey }: Pick<Holder, "walletId" | "privateKey">,
  audience: string,
  terms: Terms,
  over: Over = {},
) {
  const nonce = over.nonce ?? newNonce();
  const iat = Math.floor(Date.now() / 1000);
  const claims = { aud: audience, nonce, iat, exp: iat + 60, walletId, ...terms, ...over.claims };
  const authorization = await new SignJWT(JSON.parse(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "ES256", typ: "pda-pay+jws", ...over.header })
    .sign(over.key ?? privateKey);
  const proof = { $case: "holder", value: { nonce, authorization } };
  return { walletId: over.walletId ?? walletId, proof };
}

/** The parts of the bytes that a device signs. */
export interface DeviceSigned extends Terms {
  readonly label?: string;
  readonly nonce: string;
  readonly assetId: string;
  /** SHA-256 of the device's certificate or key. */
  readonly digest: Buffer;
  readonly audience: string;
}

const sized = (text: string): Buffer => Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);

/** Returns the bytes that a device signs to pay. */
export function deviceMessage(signed: DeviceSigned): Buffer {
  const { label = "PDA-POP-v1", nonce, assetId, digest, audience, merchantId, assetType, amount } = signed;
  return Buffer.concat([
    Buffer.from(label),
    Buffer.from(nonce, "base64url"),
    Buffer.from(assetId),
    digest,
    sized(audience),
    Buffer.from(merchantId),
    sized(assetType),
    sized(amount),
  ]);
}

export const certificateDigest = (pem: string): Buffer =>
  createHash("sha256").update(new X509Certificate(pem).raw).digest();

export const signatureOver = (message: Buffer, key: KeyObject): string =>
  sign("sha256", message, { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
