// A private key in PEM or of Node's crypto.
import { constants, createHash, createPrivateKey, createPublicKey, KeyObject, sign } from "node:crypto";
import { type Algorithm, type CallerKey, type PublicJwk, publicMembers } from "./caller-key.ts";
import { textOf } from "./certificate.ts";

/** PEM without a passphrase (`BEGIN PRIVATE KEY`, `BEGIN EC PRIVATE KEY`), or an object of Node's crypto. No error shows it. */
export type PrivateKey = KeyObject | string | Uint8Array;

/** A private key of this process. */
export class ProcessKey implements CallerKey {
  readonly algorithm: Algorithm;
  readonly #key: KeyObject;
  readonly #jwk: PublicJwk;

  /**
   * @param option where the key comes from, for the text of an error: an option of the client, and its variable if it has one
   * @throws TypeError for a key that cannot be used; the text never contains the key
   */
  constructor(given: PrivateKey, option: string) {
    this.#key = keyOf(given, option);
    this.algorithm = algorithmOf(this.#key, option);
    this.#jwk = publicMembers(createPublicKey(this.#key).export({ format: "jwk" }));
  }

  publicJwk(): PublicJwk {
    return this.#jwk;
  }

  sign(text: string, rsaDigest: "sha256" | "sha512" = "sha256"): Uint8Array {
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

  digest(bytes: Uint8Array): Uint8Array {
    return createHash("sha256").update(bytes).digest();
  }
}

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
