import { verify } from "node:crypto";
import type { SubjectPublicKey } from "../certificate/public-key.ts";
import type { SignatureAlgorithm, SignatureScheme } from "../certificate/signature-algorithm.ts";
import type { Certificate } from "../certificate.ts";

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

/** What is signed: a certificate or a CRL. */
export interface Signed {
  readonly fingerprint: string;
  readonly signedBytes: Uint8Array;
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly signature: Uint8Array;
}

/**
 * The signature checks of one validation: each pair of signer and signed once, and no more than a number that
 * is set, so that a crowd of certificates costs a bounded time. Beyond it nothing verifies.
 */
export class SignatureChecks {
  readonly #verdicts = new Map<string, boolean>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether a check was left out because there had been too many. */
  get exhausted(): boolean {
    return this.#verdicts.size > this.#max;
  }

  /** False for an algorithm or key that is not allowed too. */
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
