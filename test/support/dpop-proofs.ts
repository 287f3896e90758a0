// Makes DPoP proofs and JWTs that are bound to a key, as a caller does, by jose; a test can make them wrong.
import { createHash, createPublicKey, type KeyObject, randomUUID } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import { type CallerKey, seconds, signed } from "./access-tokens.ts";

type Members = Readonly<Record<string, unknown>>;

/** A request that a proof is made for. */
export interface Proven {
  readonly method?: string;
  readonly url: string;
  /** Omit for a request that has no token. */
  readonly token?: string;
  readonly nonce?: string | undefined;
}

/** What a test changes; undefined leaves a member out. */
export interface ProofChange {
  readonly header?: Members;
  readonly claims?: Members;
}

const publicJwk = (key: KeyObject): JWK => createPublicKey(key).export({ format: "jwk" });

/** Returns the public JSON Web Key of a caller. */
export const jwkOf = ({ privateKey }: CallerKey): JWK => publicJwk(privateKey);

/** Returns the RFC 7638 thumbprint of a caller's key. */
export const thumbprintOf = ({ privateKey }: CallerKey): Promise<string> =>
  calculateJwkThumbprint(publicJwk(privateKey));

/** Returns a proof, signed with the key that is in its header unless the test says otherwise. */
export function dpopProof(
  key: CallerKey,
  { method = "GET", url, token, nonce }: Proven,
  { header, claims }: ProofChange = {},
): Promise<string> {
  const ath = token === undefined ? undefined : createHash("sha256").update(token).digest("base64url");
  const htu = url.replace(/[?#].*$/, "");
  return signed(
    key,
    { typ: "dpop+jwt", jwk: publicJwk(key.privateKey), ...header },
    { jti: randomUUID(), htm: method, htu, iat: seconds(), ath, nonce, ...claims },
  );
}

/** Returns a JWT of a key that is bound to the key itself, for many requests. @param kid by default the thumbprint, as for a wallet's key */
export async function boundToken(
  key: CallerKey,
  aud: string,
  { kid, claims }: { readonly kid?: string; readonly claims?: Members } = {},
): Promise<string> {
  const jkt = await thumbprintOf(key);
  const name = kid ?? jkt;
  const own = { iss: name, sub: name, aud, jti: randomUUID(), iat: seconds(), exp: seconds() + 300 };
  return signed(key, { typ: "pda-access+jwt", kid: name }, { ...own, cnf: { jkt }, ...claims });
}
