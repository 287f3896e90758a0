import { type KeyObject, verify } from "node:crypto";
import { algorithmOf } from "../jws.ts";

/** Names of the algorithms in the HTTP registry (RFC 9421 section 6.2), by their JOSE names. */
const names = { ES256: "ecdsa-p256-sha256", EdDSA: "ed25519" } as const;

/**
 * Tells whether a key has signed a signature base with the key's only algorithm (RFC 9421 sections 3.3.4 and 3.3.6). An ECDSA signature is
 * r ‖ s, 64 bytes; any other length fails.
 *
 * @param stated the parameter `alg` of the signature. The key decides about the algorithm, so another name fails; undefined states none.
 */
export function isBaseSignedBy(
  base: string,
  signature: Uint8Array,
  { key, stated }: { readonly key: KeyObject; readonly stated: string | undefined },
): boolean {
  const algorithm = algorithmOf(key);
  if ((algorithm !== "ES256" && algorithm !== "EdDSA") || (stated ?? names[algorithm]) !== names[algorithm])
    return false;
  const digest = algorithm === "EdDSA" ? null : "sha256";
  return verify(digest, Buffer.from(base, "latin1"), { key, dsaEncoding: "ieee-p1363" }, signature);
}
