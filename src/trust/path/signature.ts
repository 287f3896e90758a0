import { verify } from "node:crypto";
import type { SubjectPublicKey } from "../certificate/public-key.ts";
import type { SignatureAlgorithm, SignatureScheme } from "../certificate/signature-algorithm.ts";
import type { Certificate } from "../certificate.ts";

/**
 * Tells whether `signature` over `signedBytes` verifies under `publicKey`: ECDSA (ASN.1 encoded, FIPS 186-5) or RSASSA-PKCS1-v1_5.
 * Returns false for a key of another type than the scheme's.
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

/** A signed structure: a certificate or a CRL. */
export interface Signed {
  readonly fingerprint: string;
  readonly signedBytes: Uint8Array;
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly signature: Uint8Array;
}

/**
 * Performs the signature checks of one validation. Each pair of signer and signed structure is checked once.
 * A maximum number of checks bounds the time for many certificates. Beyond it, every check fails.
 */
export class SignatureChecks {
  readonly #verdicts = new Map<string, boolean>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** True when a check was left out because of the maximum. */
  get exhausted(): boolean {
    return this.#verdicts.size > this.#max;
  }

  /** Verifies a signature. Also returns false when the algorithm or the key is not allowed. */
  verify(signer: Certificate, signed: Signed): boolean {
    const pair = `${signer.fingerprint} ${signed.fingerprint}`;
    const known = this.#verdicts.get(pair);
    if (known !== undefined) return known;
    const { scheme } = signed.signatureAlgorithm;
    const verdict =
      this.#verdicts.size < this.#max &&
      scheme !== undefined &&
      signatureVerifies(signer.publicKey, scheme, signed.signedBytes, signed.signature);
    this.#verdicts.set(pair, verdict);
    return verdict;
  }
}
