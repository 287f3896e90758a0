import { constants, type KeyObject, verify } from "node:crypto";
import { promisify } from "node:util";
import { ecdsaDer, SIGNATURE_BYTES } from "../ecdsa-signature.ts";
import { algorithmOf } from "../jws.ts";

const verifyAside = promisify(verify);

/** Names of the algorithms in the HTTP registry (RFC 9421 section 6.2), by their JOSE names. */
const names = { ES256: "ecdsa-p256-sha256", EdDSA: "ed25519", PS256: "rsa-pss-sha512" } as const;

/**
 * Tells whether a key has signed one of the signature bases with the key's only algorithm (RFC 9421 sections 3.3.1, 3.3.4 and 3.3.6). An
 * ECDSA signature is r ‖ s, 64 bytes; any other length fails. The salt of an RSA signature has 64 bytes. Another thread verifies, so that
 * other calls continue meanwhile.
 *
 * @param bases what the signer may have signed, when its address of the service is not known
 * @param stated the parameter `alg` of the signature. The key decides about the algorithm, so another name fails; undefined states none.
 */
export async function isOneSignedBy(
  bases: readonly string[],
  signature: Uint8Array,
  { key, stated }: { readonly key: KeyObject; readonly stated: string | undefined },
): Promise<boolean> {
  const algorithm = algorithmOf(key);
  if (algorithm === undefined || (stated ?? names[algorithm]) !== names[algorithm]) return false;
  for (const base of bases)
    if (await isSignedBy(Buffer.from(base, "latin1"), signature, key, algorithm)) return true;
  return false;
}

async function isSignedBy(
  text: Buffer,
  signature: Uint8Array,
  key: KeyObject,
  algorithm: keyof typeof names,
): Promise<boolean> {
  switch (algorithm) {
    case "ES256":
      return signature.length === SIGNATURE_BYTES && verifyAside("sha256", text, key, ecdsaDer(signature));
    case "EdDSA":
      return verifyAside(null, text, key, signature);
    case "PS256":
      return verifyAside(
        "sha512",
        text,
        { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
        signature,
      );
  }
}
