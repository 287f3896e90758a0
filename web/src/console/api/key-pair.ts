// A key pair for a program: made in the browser, of which the service gets the public key and a proof, and the reader the private key.
import { base64url } from "@pda/client/browser";

export interface NewKeyPair {
  /** SubjectPublicKeyInfo, PEM. */
  readonly publicKey: string;
  /** JWT that proves possession, for one owner. */
  readonly proof: string;
  /** PKCS #8, PEM. Kept nowhere. */
  readonly privateKey: string;
  /** Unix time in seconds at which the proof ends. */
  readonly proofEnds: number;
}

/** Seconds; the service accepts at most 300. */
const PROOF_SECONDS = 240;

const encoder = new TextEncoder();

/**
 * Makes an ES256 key with a proof that it is the owner's.
 * @param owner identifier of the merchant or publisher, or `operator`
 * @param audience address of the service
 */
export async function newKeyPair(owner: string, audience: string): Promise<NewKeyPair> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const iat = Math.floor(Date.now() / 1000);
  const exp = iat + PROOF_SECONDS;
  const parts = [
    { alg: "ES256", typ: "pda-key-proof+jwt" },
    { aud: audience, sub: owner, iat, exp },
  ];
  const signed = parts.map((part) => base64url(encoder.encode(JSON.stringify(part)))).join(".");
  const signature = await crypto.subtle.sign(
    { name: "ECDSA", hash: "SHA-256" },
    privateKey,
    encoder.encode(signed),
  );
  return {
    publicKey: pem("PUBLIC KEY", await crypto.subtle.exportKey("spki", publicKey)),
    privateKey: pem("PRIVATE KEY", await crypto.subtle.exportKey("pkcs8", privateKey)),
    proof: `${signed}.${base64url(new Uint8Array(signature))}`,
    proofEnds: exp,
  };
}

/** Writes bytes as RFC 7468 does. */
function pem(label: string, bytes: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
