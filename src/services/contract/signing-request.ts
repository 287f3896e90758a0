import { Failure } from "../../rpc/failure.ts";
import { readCsr } from "../../trust/csr.ts";
import { TrustInputError } from "../../trust/error.ts";
import type { P256PublicKey } from "../../trust/jwk.ts";

/**
 * Returns the key of a signing request after checking its proof of possession.
 * @throws Failure INVALID_CERTIFICATE_REQUEST about the field
 */
export function requireSigningRequest(text: string): P256PublicKey {
  try {
    return readCsr(text);
  } catch (error) {
    if (!(error instanceof TrustInputError)) throw error;
    throw Failure.ofField(
      "INVALID_CERTIFICATE_REQUEST",
      "certificate_signing_request",
      error.reason,
      "It must be one PKCS#10 request in PEM or base64 DER, at most 8 KiB, for a P-256 key and signed by it.",
    );
  }
}
