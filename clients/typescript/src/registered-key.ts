// The registered key that a client signs a JWT with for each attempt, in place of an API key.
import { jwtOf } from "./caller-key.ts";
import { alone, fileOf } from "./certificate.ts";
import type { Credential } from "./credential.ts";
import { type PrivateKey, ProcessKey } from "./private-key.ts";

/** A key pair whose public key is registered with the service. */
export interface RegisteredKey {
  /** Identifier of the registered public key, `pky_…`. */
  readonly publicKeyId: string;
  /** Of type P-256, Ed25519 or RSA. */
  readonly privateKey: PrivateKey;
  /** `aud` of each JWT. Default: the base address, which has to be the address that the service has for itself. */
  readonly audience?: string;
}

const lifetimeSeconds = 60;

/**
 * Returns the credential of the option, else of what the environment names; undefined for none.
 *
 * @throws TypeError for a key that cannot be used; the text never contains the key
 */
export function registeredKeyOf(
  option: RegisteredKey | null | undefined,
  baseUrl: string,
  { PDA_SIGNING_KEY_FILE: file = "", PDA_PUBLIC_KEY_ID: publicKeyId = "" }: NodeJS.ProcessEnv,
): Credential | undefined {
  if (option === null) return undefined;
  if (option !== undefined) return signer(option, baseUrl);
  if (file === "" && publicKeyId === "") return undefined;
  if (file === "") throw alone("PDA_PUBLIC_KEY_ID", "PDA_SIGNING_KEY_FILE");
  if (publicKeyId === "") throw alone("PDA_SIGNING_KEY_FILE", "PDA_PUBLIC_KEY_ID");
  return signer({ publicKeyId, privateKey: fileOf("PDA_SIGNING_KEY_FILE", file) }, baseUrl);
}

function signer({ publicKeyId, privateKey, audience }: RegisteredKey, baseUrl: string): Credential {
  if (!/^pky_[0-9a-z]{26}$/.test(publicKeyId))
    throw new TypeError(
      "publicKeyId has to be the identifier of a registered public key, pky_…: set the option publicKey or the variable PDA_PUBLIC_KEY_ID",
    );
  const key = new ProcessKey(privateKey, "the option publicKey or the variable PDA_SIGNING_KEY_FILE");
  const aud = audience ?? baseUrl.replace(/\/+$/, "");
  return {
    async authorise({ headers }) {
      const iat = Math.floor(Date.now() / 1000);
      const exp = iat + lifetimeSeconds;
      const claims = { iss: publicKeyId, sub: publicKeyId, aud, jti: crypto.randomUUID(), iat, exp };
      const header = { typ: "pda-access+jwt", kid: publicKeyId };
      headers.set("Authorization", `Bearer ${await jwtOf(key, header, claims)}`);
    },
  };
}
