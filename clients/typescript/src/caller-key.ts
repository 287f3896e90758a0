// A private key that proves who calls. It stays where it is: only signatures of it are sent.

/** How a key signs a JWT (RFC 7518, RFC 8037): P-256, Ed25519, RSA. */
export type Algorithm = "ES256" | "EdDSA" | "PS256";

/** A public key, with only the members that the thumbprint counts (RFC 7638), in the order of their names. */
export interface PublicJwk {
  readonly crv?: string;
  readonly e?: string;
  readonly kty: string;
  readonly n?: string;
  readonly x?: string;
  readonly y?: string;
}

/** A private key of Node or of a browser, checked. */
export interface CallerKey {
  readonly algorithm: Algorithm;
  publicJwk(): PublicJwk | Promise<PublicJwk>;
  /** Signs a text; r ‖ s for P-256. @param rsaDigest RSASSA-PSS by SHA-256 is PS256, by SHA-512 rsa-pss-sha512 (RFC 9421) */
  sign(text: string, rsaDigest?: "sha256" | "sha512"): Uint8Array | Promise<Uint8Array>;
  /** SHA-256. */
  digest(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/** Returns the members of a key that its type has, for the thumbprint. */
export const publicMembers = ({ crv, e, kty, n, x, y }: Partial<PublicJwk>): PublicJwk =>
  // JSON leaves out those that are undefined.
  JSON.parse(JSON.stringify({ crv, e, kty, n, x, y })) as PublicJwk;

/** Returns the thumbprint of the public key: RFC 7638, SHA-256 in base64url. */
export const thumbprintOf = async (key: CallerKey): Promise<string> =>
  digestOf(key, JSON.stringify(await key.publicJwk()));

/** Returns the SHA-256 of a text in base64url. */
export const digestOf = async (key: CallerKey, text: string): Promise<string> =>
  base64url(await key.digest(encoder.encode(text)));

/** Returns a JWT (RFC 7519) with the key's `alg`. */
export async function jwtOf(key: CallerKey, header: object, claims: object): Promise<string> {
  const text = `${encoded({ alg: key.algorithm, ...header })}.${encoded(claims)}`;
  return `${text}.${base64url(await key.sign(text))}`;
}

/** RFC 4648 section 4. */
export const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** RFC 4648 section 5, without padding. */
export const base64url = (bytes: Uint8Array): string =>
  base64(bytes).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_" })[sign] ?? "");

const encoder = new TextEncoder();

const encoded = (value: object): string => base64url(encoder.encode(JSON.stringify(value)));
