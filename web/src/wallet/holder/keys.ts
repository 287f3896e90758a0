// Keys of the holder: P-256 of Web Crypto. The private half of the wallet's key never leaves the browser.
import { base64url, thumbprintOf as thumbprintOfKey, WebKey, type WebKeyPair } from "@pda/client/browser";

const algorithm = { name: "ECDSA", namedCurve: "P-256" };

/** Makes a key pair whose private half nobody can read, scripts of this page included. */
export const newHolderKeys = (): Promise<WebKeyPair> =>
  crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);

/** Returns the thumbprint by which the service names a key (RFC 7638). */
export const thumbprintOf = (keys: WebKeyPair): Promise<string> => thumbprintOfKey(new WebKey(keys, "keys"));

/** Returns the SHA-256 of a text in base64url. */
export const sha256 = async (text: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));

/** Returns 128 random bits in base64url. */
export const newNonce = (): string => base64url(crypto.getRandomValues(new Uint8Array(16)));

/** A recovery key as it stands in the holder's file. */
export interface RecoveryFile {
  readonly type: "pda-recovery-key";
  readonly service: string;
  readonly walletId: string;
  /** The private key (RFC 7517). */
  readonly key: JsonWebKey;
}

/** Makes a recovery key, which goes into a file and is kept nowhere else. */
export async function newRecoveryKey(walletId: string): Promise<{ keys: WebKeyPair; file: RecoveryFile }> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey("jwk", keys.privateKey);
  const key = { kty, crv, x, y, d } as JsonWebKey;
  return { keys, file: { type: "pda-recovery-key", service: location.origin, walletId, key } };
}

/** Reads a file of `newRecoveryKey`. @returns undefined for another file */
export async function readRecoveryFile(
  text: string,
): Promise<{ walletId: string; keys: WebKeyPair } | undefined> {
  try {
    const { type, walletId, key } = JSON.parse(text) as Partial<RecoveryFile>;
    if (type !== "pda-recovery-key" || typeof walletId !== "string" || key === undefined) return undefined;
    const { d: _private, ...half } = key;
    const [privateKey, publicKey] = await Promise.all([
      crypto.subtle.importKey("jwk", key, algorithm, false, ["sign"]),
      crypto.subtle.importKey("jwk", half, algorithm, true, ["verify"]),
    ]);
    return { walletId, keys: { privateKey, publicKey } };
  } catch {
    return undefined;
  }
}
