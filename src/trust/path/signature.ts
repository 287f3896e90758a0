import { verify } from "node:crypto";
import type { SubjectPublicKey } from "../certificate/public-key.ts";
import type { SignatureScheme } from "../certificate/signature-algorithm.ts";

/**
 * Whether `signature` over `signedBytes` verifies under `publicKey`: ECDSA (ASN.1 encoded, FIPS 186-5) or
 * RSASSA-PKCS1-v1_5. False for a key of another type than the scheme's.
 */
export function signatureVerifies(
  publicKey: SubjectPublicKey,
  scheme: SignatureScheme,
  signedBytes: Uint8Array,
  signature: Uint8Array,
): boolean {
  const key = publicKey.usable?.key;
  if (key === undefined || key.asymmetricKeyType !== scheme.keyType) return false;
  return verify(scheme.hash, signedBytes, { key, dsaEncoding: "der" }, signature);
}
