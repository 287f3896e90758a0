// The registered key that a client signs a JWT with for each request, in place of an API key.
import { constants, createPrivateKey, type KeyObject, randomUUID, sign } from "node:crypto";
import { fileOf, textOf } from "./certificate.ts";

/** A private key whose public key is registered with the service. */
export interface SigningKey {
  /** Identifier of the registered public key, `pky_…`. */
  readonly publicKeyId: string;
  /** PEM without a passphrase, of type P-256, Ed25519 or RSA. No error shows it, and it is never sent. */
  readonly privateKey: string | Uint8Array;
  /** `aud` of each JWT. Default: the base address, which has to be the address that the service has for itself. */
  readonly audience?: string;
}

/** Makes the value of the header `Authorization` for one attempt. */
export type Authorise = () => string;

const lifetimeSeconds = 60;

/**
 * Returns the signer of the option, else of what the environment names; undefined for none.
 *
 * @throws TypeError for a key that cannot be used; the text never contains the key
 */
export function signerOf(
  option: SigningKey | null | undefined,
  baseUrl: string,
  { PDA_SIGNING_KEY_FILE: file = "", PDA_PUBLIC_KEY_ID: publicKeyId = "" }: NodeJS.ProcessEnv,
): Authorise | undefined {
  if (option === null) return undefined;
  if (option !== undefined) return signer(option, baseUrl);
  if (file === "" && publicKeyId === "") return undefined;
  if (file === "") throw alone("PDA_PUBLIC_KEY_ID", "PDA_SIGNING_KEY_FILE");
  if (publicKeyId === "") throw alone("PDA_SIGNING_KEY_FILE", "PDA_PUBLIC_KEY_ID");
  return signer({ publicKeyId, privateKey: fileOf("PDA_SIGNING_KEY_FILE", file) }, baseUrl);
}

const alone = (given: string, missing: string): TypeError =>
  new TypeError(`${given} is set without ${missing}: set both variables, or neither`);

function signer({ publicKeyId, privateKey, audience }: SigningKey, baseUrl: string): Authorise {
  if (!/^pky_[0-9a-z]{26}$/.test(publicKeyId))
    throw new TypeError(
      "publicKeyId has to be the identifier of a registered public key, pky_…: set the option signingKey or the variable PDA_PUBLIC_KEY_ID",
    );
  const key = keyOf(textOf(privateKey));
  const alg = algorithmOf(key);
  const header = encoded({ alg, typ: "pda-access+jwt", kid: publicKeyId });
  const aud = audience ?? baseUrl.replace(/\/+$/, "");
  return () => {
    const iat = Math.floor(Date.now() / 1000);
    const jti = randomUUID();
    const claims = { iss: publicKeyId, sub: publicKeyId, aud, jti, iat, exp: iat + lifetimeSeconds };
    const text = `${header}.${encoded(claims)}`;
    return `Bearer ${text}.${signatureOf(key, text).toString("base64url")}`;
  };
}

function keyOf(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    // Without the cause, so that no error can show a part of the key.
    throw new TypeError(
      "the signing key cannot be read: it has to be PEM, -----BEGIN PRIVATE KEY----- …, without a passphrase; set the option signingKey or the variable PDA_SIGNING_KEY_FILE",
    );
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): "ES256" | "EdDSA" | "PS256" {
  if (asymmetricKeyType === "ed25519") return "EdDSA";
  if (asymmetricKeyType === "rsa") return "PS256";
  if (asymmetricKeyDetails?.namedCurve === "prime256v1") return "ES256";
  throw new TypeError("the signing key has to be of type P-256, Ed25519 or RSA");
}

function signatureOf(key: KeyObject, text: string): Buffer {
  const bytes = Buffer.from(text);
  switch (key.asymmetricKeyType) {
    case "ed25519":
      return sign(null, bytes, key);
    case "rsa":
      return sign("sha256", bytes, {
        key,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      });
    default:
      return sign("sha256", bytes, { key, dsaEncoding: "ieee-p1363" });
  }
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
