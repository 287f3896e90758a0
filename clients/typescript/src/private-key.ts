// A private key that proves who calls. It stays in the process: only signatures of it are sent.
import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  KeyObject,
  sign,
} from "node:crypto";
import { textOf } from "./certificate.ts";

/** PEM without a passphrase (`BEGIN PRIVATE KEY`, `BEGIN EC PRIVATE KEY`), or an object of Node's crypto. No error shows it. */
export type PrivateKey = KeyObject | string | Uint8Array;

/** How a key signs a JWT (RFC 7518, RFC 8037): P-256, Ed25519, RSA. */
export type Algorithm = "ES256" | "EdDSA" | "PS256";

/** A private key, checked. */
export class CallerKey {
  readonly algorithm: Algorithm;
  /** The public key, with only the members that the thumbprint counts (RFC 7638). */
  readonly jwk: JsonWebKey;
  readonly #key: KeyObject;

  /**
   * @param option where the key comes from, for the text of an error: an option of the client, and its variable if it has one
   * @throws TypeError for a key that cannot be used; the text never contains the key
   */
  constructor(given: PrivateKey, option: string) {
    this.#key = keyOf(given, option);
    this.algorithm = algorithmOf(this.#key, option);
    const { crv, e, kty, n, x, y } = createPublicKey(this.#key).export({ format: "jwk" });
    // In the order of their names, which the thumbprint needs. JSON leaves out those that the type does not have.
    this.jwk = JSON.parse(JSON.stringify({ crv, e, kty, n, x, y })) as JsonWebKey;
  }

  /** RFC 7638, SHA-256 in base64url. */
  get thumbprint(): string {
    return sha256(JSON.stringify(this.jwk));
  }

  /** Signs a text; r ‖ s for P-256. @param rsaDigest RSASSA-PSS by SHA-256 is PS256, by SHA-512 rsa-pss-sha512 (RFC 9421) */
  sign(text: string, rsaDigest: "sha256" | "sha512" = "sha256"): Buffer {
    const bytes = Buffer.from(text);
    const key = this.#key;
    switch (this.algorithm) {
      case "EdDSA":
        return sign(null, bytes, key);
      case "PS256": {
        const padding = constants.RSA_PKCS1_PSS_PADDING;
        return sign(rsaDigest, bytes, { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST });
      }
      case "ES256":
        return sign("sha256", bytes, { key, dsaEncoding: "ieee-p1363" });
    }
  }

  /** Returns a JWT (RFC 7519) with this key's `alg`. */
  jwt(header: object, claims: object): string {
    const text = `${encoded({ alg: this.algorithm, ...header })}.${encoded(claims)}`;
    return `${text}.${this.sign(text).toString("base64url")}`;
  }
}

/** Returns the SHA-256 of a text in base64url. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

function keyOf(given: PrivateKey, option: string): KeyObject {
  const key = given instanceof KeyObject ? given : readKey(textOf(given));
  if (key?.type === "private") return key;
  throw new TypeError(
    `the private key of ${option} cannot be read: it has to be PEM, -----BEGIN PRIVATE KEY----- …, without a passphrase, or a KeyObject`,
  );
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    // Without the cause, so that no error can show a part of the key.
    return undefined;
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject, option: string): Algorithm {
  if (asymmetricKeyType === "ed25519") return "EdDSA";
  if (asymmetricKeyType === "rsa") return "PS256";
  if (asymmetricKeyDetails?.namedCurve === "prime256v1") return "ES256";
  throw new TypeError(`the private key of ${option} has to be of type P-256, Ed25519 or RSA`);
}
