// A private key of Web Crypto, which a browser keeps and never shows.
import { type Algorithm, type CallerKey, type PublicJwk, publicMembers } from "./caller-key.ts";

const encoder = new TextEncoder();
const algorithm = { name: "ECDSA", hash: "SHA-256" };

type CryptoKey = Parameters<typeof crypto.subtle.sign>[1];

/** A key pair of Web Crypto. */
export interface WebKeyPair {
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
}

/** A P-256 key pair. Its private key need not be extractable. */
export class WebKey implements CallerKey {
  readonly algorithm: Algorithm = "ES256";
  readonly #keys: WebKeyPair;
  #jwk: Promise<PublicJwk> | undefined;

  /** @param option for the text of an error. @throws TypeError for keys of another type or use */
  constructor(keys: WebKeyPair, option: string) {
    const { name, namedCurve } = keys.privateKey.algorithm as {
      readonly name: string;
      readonly namedCurve?: string;
    };
    if (name !== "ECDSA" || namedCurve !== "P-256" || !keys.privateKey.usages.includes("sign"))
      throw new TypeError(
        `the keys of the option ${option} have to be of the algorithm ECDSA with P-256, and for signing`,
      );
    this.#keys = keys;
  }

  publicJwk(): Promise<PublicJwk> {
    this.#jwk ??= crypto.subtle
      .exportKey("jwk", this.#keys.publicKey)
      .then((jwk) => publicMembers(jwk as PublicJwk));
    return this.#jwk;
  }

  async sign(text: string): Promise<Uint8Array> {
    return new Uint8Array(await crypto.subtle.sign(algorithm, this.#keys.privateKey, encoder.encode(text)));
  }

  async digest(bytes: Uint8Array): Promise<Uint8Array> {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
  }
}
