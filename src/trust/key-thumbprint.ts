import { hash } from "node:crypto";

/** The members that RFC 7638 section 3.2 (for Ed25519 RFC 8037 section 2) requires of each type of key, in lexicographic order. */
const requiredMembers: Readonly<Record<string, readonly string[]>> = {
  EC: ["crv", "kty", "x", "y"],
  OKP: ["crv", "kty", "x"],
  RSA: ["e", "kty", "n"],
};

/**
 * Returns the thumbprint of a public key (RFC 7638 section 3), SHA-256 in base64url. It says nothing about whether the members are a key.
 * @returns undefined for another type of key, and when a required member is no text
 */
export function jwkThumbprint(jwk: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.hasOwn(requiredMembers, String(jwk.kty))
    ? requiredMembers[String(jwk.kty)]
    : undefined;
  if (!names?.every((name) => Object.hasOwn(jwk, name) && typeof jwk[name] === "string")) return undefined;
  const members = Object.fromEntries(names.map((name) => [name, jwk[name]]));
  return hash("sha256", JSON.stringify(members), "base64url");
}
