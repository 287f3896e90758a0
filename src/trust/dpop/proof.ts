import { hash } from "node:crypto";
import { isObject, type JsonObject } from "../../json/value.ts";
import { isSignedByAside, type Jws, readJws, readJwsHeader } from "../jws.ts";
import { jwkThumbprint } from "../key-thumbprint.ts";
import { CLOCK_SKEW_SECONDS, isNumericDate, SIGNATURE_SECONDS_MAX } from "../time-limits.ts";
import { DpopError } from "./error.ts";
import { type ProofKey, readProofKey } from "./key.ts";
import { normalUri } from "./uri.ts";

const PROOF_LENGTH_MAX = 4096;
const TYPE = "dpop+jwt";
const IDENTIFIER = /^[!-~]{1,256}$/;
const NONCE = /^[!-~]{1,64}$/;
/** A URI that `normalUri` takes, and changes in case and notation at most. */
const PLAIN_URI = /^https:\/\/[a-z0-9.-]+(?::[0-9]{1,5})?\/[A-Za-z0-9\-._~/]*$/;

/** The algorithms of proofs: those of FAPI 2.0 (Security Profile §5.4.1). `Ed25519` is the newer name of `EdDSA` with this key (RFC 9864). */
export const DPOP_ALGORITHMS: readonly string[] = ["ES256", "EdDSA", "Ed25519", "PS256"];

/** The request that a proof is made for. */
export interface ProvenRequest {
  readonly method: string;
  /** The addresses of the target under which the caller may know it. Query and fragment do not count. */
  readonly uris: readonly string[];
  /** `tokenHash` of the access token of the request. Undefined for a request that asks for a token, and so has none. */
  readonly tokenHash: string | undefined;
}

/** A proof that is good but for its repetition and its nonce, which the receiver has to check. */
export interface DpopProof {
  /** RFC 7638 thumbprint of the key that has signed the proof. */
  readonly keyThumbprint: string;
  readonly jti: string;
  /** Empty without one. */
  readonly nonce: string;
  /** Real time from which the proof is refused as too old. */
  readonly expiresAt: Date;
}

/** Returns the SHA-256 of an access token as it was sent, in base64url: the claim `ath` of a proof. */
export const tokenHash = (token: string): string => hash("sha256", token, "base64url");

/**
 * Returns the thumbprint (RFC 7638) of the key in the header of a proof. Nothing shows yet that the sender has the key.
 * @throws {DpopError}
 */
export function claimedThumbprint(text: string): string {
  const header = text.length <= PROOF_LENGTH_MAX ? readJwsHeader(text) : undefined;
  if (!header) throw notCompact();
  const thumbprint = isObject(header.jwk) ? jwkThumbprint(header.jwk) : undefined;
  if (thumbprint === undefined) throw keyMalformed();
  return thumbprint;
}

/**
 * Verifies a DPoP proof by RFC 9449 §4.3: its form, then that it is of this request, of this token and of now, then the signature. Other
 * claims, and other members of the header except `crit`, are ignored, as the standard wants.
 *
 * @param now real time
 * @throws {DpopError}
 */
export async function verifyDpopProof(text: string, request: ProvenRequest, now: Date): Promise<DpopProof> {
  const jws = requireJws(text);
  const { key, thumbprint } = requireKey(jws.header);
  const { iat, ...claims } = requireClaims(jws);
  requireRequest(jws.payload, request);
  const seconds = now.getTime() / 1000;
  if (iat > seconds + CLOCK_SKEW_SECONDS || iat + SIGNATURE_SECONDS_MAX <= seconds)
    throw new DpopError(
      "DPOP_PROOF_EXPIRED",
      `The iat of the DPoP proof must be at most ${SIGNATURE_SECONDS_MAX} s ago and ${CLOCK_SKEW_SECONDS} s ahead. Make a proof for each request, and check the clock.`,
    );
  // Both names stand for the key's only algorithm.
  const alg = jws.header.alg === "Ed25519" ? "EdDSA" : (jws.header.alg as string);
  if (!(await isSignedByAside({ ...jws, header: { alg } }, key)))
    throw refused("The key in the header jwk has not signed the DPoP proof with its alg.");
  return {
    ...claims,
    keyThumbprint: thumbprint,
    expiresAt: new Date((iat + SIGNATURE_SECONDS_MAX) * 1000),
  };
}

type OpenedProof = Jws & { readonly payload: JsonObject };

function requireJws(text: string): OpenedProof {
  const jws = text.length <= PROOF_LENGTH_MAX ? readJws(text) : "NOT_COMPACT";
  if (typeof jws === "string" || jws.signature.length === 0 || !jws.payload) throw notCompact();
  const { header, payload } = jws;
  if (header.typ !== TYPE) throw malformed(`The header typ of the DPoP proof must be "${TYPE}".`);
  if (!DPOP_ALGORITHMS.includes(header.alg as string))
    throw malformed("The header alg of the DPoP proof must be ES256, EdDSA (Ed25519) or PS256.");
  if (header.crit !== undefined)
    throw malformed("The header of the DPoP proof must not have the member crit.");
  return { ...jws, payload };
}

function requireKey({ jwk }: JsonObject): ProofKey {
  const key = isObject(jwk) ? readProofKey(jwk) : undefined;
  if (key) return key;
  throw keyMalformed();
}

const notCompact = (): DpopError =>
  malformed(
    `The DPoP proof is not a JWT of at most ${PROOF_LENGTH_MAX} characters: three parts in base64url, the first two of them JSON objects.`,
  );

const keyMalformed = (): DpopError =>
  malformed(
    "The header jwk of the DPoP proof must be a public key, without private members: P-256, Ed25519, or RSA with 2,048 to 4,096 bits.",
  );

function requireClaims({ payload: { jti, iat, nonce = "" } }: OpenedProof) {
  if (typeof jti !== "string" || !IDENTIFIER.test(jti))
    throw malformed("The jti of the DPoP proof must have 1 to 256 visible ASCII characters.");
  if (!isNumericDate(iat))
    throw malformed("The iat of the DPoP proof must be a number of seconds since 1970.");
  if (typeof nonce !== "string" || (nonce !== "" && !NONCE.test(nonce)))
    throw malformed("The nonce of the DPoP proof must be the one that the service gave.");
  return { jti, iat, nonce };
}

function requireRequest(
  { htm, htu, ath }: JsonObject,
  { method, uris, tokenHash: expected }: ProvenRequest,
): void {
  if (htm !== method) throw refused(`The htm of the DPoP proof must be ${method}.`);
  if (typeof htu !== "string" || !isOneOf(uris, htu))
    throw refused("The htu of the DPoP proof must be the URL of the request, without query and fragment.");
  if (expected !== undefined && ath !== expected)
    throw refused("The ath of the DPoP proof must be the SHA-256 of the token in base64url.");
}

/** Tells whether a URI means one of some others. Most are the same text, which needs no parsing. */
function isOneOf(uris: readonly string[], htu: string): boolean {
  if (PLAIN_URI.test(htu) && uris.includes(htu)) return true;
  const target = normalUri(htu);
  return target !== undefined && uris.some((uri) => normalUri(uri) === target);
}

const malformed = (problem: string): DpopError => new DpopError("DPOP_PROOF_MALFORMED", problem);
const refused = (problem: string): DpopError => new DpopError("DPOP_PROOF_REFUSED", problem);
