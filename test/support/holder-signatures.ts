// Signatures of a holder other than payments that the demo does not show.
import { randomBytes } from "node:crypto";
import { calculateJwkThumbprint, CompactSign } from "jose";
import { holderKey, type KeyPair } from "../../src/cli/demo/keys.ts";

/** Signs the holder's agreement at a terminal over the terminal's nonce: a compact JWS (RFC 7515, ES256), valid for two minutes. */
export function signTap(
  keys: KeyPair,
  {
    audience,
    ...terms
  }: Readonly<Record<"audience" | "nonce" | "walletId" | "merchantId" | "amount" | "assetType", string>>,
): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  return new CompactSign(Buffer.from(JSON.stringify({ aud: audience, iat, exp: iat + 120, ...terms })))
    .setProtectedHeader({ alg: "ES256", typ: "pda-pay+jws" })
    .sign(keys.privateKey);
}

/**
 * Signs a holder's statement with the holder's own nonce: a compact JWS (RFC 7515, ES256). It is valid for one minute unless `claims`
 * override that.
 */
export async function signStatement(
  keys: KeyPair,
  typ: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  const whole = { nonce: randomBytes(16).toString("base64url"), iat, exp: iat + 60, ...claims };
  return new CompactSign(Buffer.from(JSON.stringify(whole)))
    .setProtectedHeader({ alg: "ES256", typ, kid: await keyThumbprint(keys) })
    .sign(keys.privateKey);
}

/** Returns the RFC 7638 thumbprint of a holder's key. */
export async function keyThumbprint(keys: KeyPair): Promise<string> {
  return calculateJwkThumbprint(await holderKey(keys));
}
