import type { SignatureAlgorithm } from "../certificate/signature-algorithm.ts";
import type { Certificate } from "../certificate.ts";
import { signatureVerifies } from "./signature.ts";

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
