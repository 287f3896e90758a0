// Makes key pairs and JWTs as a caller does, by jose, which is independent of the service's own reader.
import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { SignJWT } from "jose";

/** A caller's key pair. */
export interface CallerKey {
  readonly algorithm: "ES256" | "EdDSA" | "PS256";
  readonly privateKey: KeyObject;
  readonly publicKey: string;
}

const pairs = {
  ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
  EdDSA: () => generateKeyPairSync("ed25519"),
  PS256: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
};

export function callerKey(algorithm: CallerKey["algorithm"] = "ES256"): CallerKey {
  const { privateKey, publicKey } = pairs[algorithm]();
  return { algorithm, privateKey, publicKey: publicKey.export({ format: "pem", type: "spki" }).toString() };
}

/** Returns the present time in whole seconds. */
export const seconds = (): number => Math.floor(Date.now() / 1000);

type Members = Readonly<Record<string, unknown>>;

/** Signs claims; undefined members are left out. */
export function signed(
  { algorithm, privateKey }: CallerKey,
  header: Members,
  claims: Members,
): Promise<string> {
  const given = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
  return new SignJWT(given).setProtectedHeader({ alg: algorithm, ...header }).sign(privateKey);
}

/** Returns the proof that a registrant has the key. */
export function proofOf(key: CallerKey, aud: string, sub: string, over: Members = {}): Promise<string> {
  const claims = { aud, sub, iat: seconds(), exp: seconds() + 60, ...over };
  return signed(key, { typ: "pda-key-proof+jwt" }, claims);
}

/** Returns a JWT for one request. */
export function accessToken(
  key: CallerKey,
  { kid, aud }: { readonly kid: string; readonly aud: string },
  over: { readonly header?: Members; readonly claims?: Members } = {},
): Promise<string> {
  const claims = { iss: kid, sub: kid, aud, jti: randomUUID(), iat: seconds(), exp: seconds() + 60 };
  return signed(key, { typ: "pda-access+jwt", kid, ...over.header }, { ...claims, ...over.claims });
}
