import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { isAccepted } from "../../domain/access/credential.ts";
import { canonicalAddress } from "../../domain/access/source-network.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Nonce } from "../../store/spent-nonces.ts";
import { type AccessToken, readAccessToken, verifyAccessToken } from "../../trust/access-token.ts";
import { isDelegation } from "../../trust/delegation.ts";
import { type Jws, readJws } from "../../trust/jws.ts";
import { notBound, signerOfBoundToken } from "./bound-token.ts";
import { principalOfDelegation } from "./delegation.ts";
import type { DpopNonces } from "./dpop-nonces.ts";
import { type GuessDeps, guessFrom } from "./guesses.ts";
import type { Issuers } from "./oauth/issuers.ts";
import { UnsignedToken } from "./oauth/oauth-token.ts";
import type { KeyUse } from "./key-use.ts";
import type { RegisteredKeys } from "./registered-keys.ts";

/** What checking a JWT needs. */
export interface TokenCheck extends GuessDeps {
  /** Issuers of OAuth access tokens. */
  readonly issuers: Pick<Issuers, "hasIssuerOf" | "principalOf">;
  readonly keys: Pick<RegisteredKeys, "find">;
  /** Tells whether the nonce was unused until now. */
  readonly spend: (nonce: Nonce) => Promise<boolean>;
  /** The nonces of DPoP proofs. */
  readonly nonces: DpopNonces;
  /** Records that a key was used. */
  readonly keyUse?: Pick<KeyUse, "note">;
  /** Address of this service, as callers know it: `aud` of each JWT. */
  readonly publicUrl: string;
}

/** How a JWT comes. */
export interface TokenSource {
  /** Network address of the caller. */
  readonly address: string;
  /** SHA-256 of the client certificate of the connection; absent or empty without one. */
  readonly certificateFingerprint?: Buffer;
  /** Thumbprint of the key whose DPoP proof came with the JWT; absent or empty for a JWT that came with the scheme `Bearer`. */
  readonly keyThumbprint?: string;
}

/** The caller that a JWT stands for. */
export interface ResolvedToken {
  readonly principal: Principal;
  /** The JWT counts for further requests, too. */
  readonly reusable: boolean;
  /** The JWT is bound to the client certificate of the connection. */
  readonly bound: boolean;
}

/**
 * Returns the caller of a JWT: an access token of a trusted OAuth issuer, a JWT that is signed with a registered key or a wallet's key, or a
 * delegation of a registered key.
 * @throws Failure UNAUTHENTICATED; CREDENTIAL_DELAYED for one that nobody has signed, after too many wrong credentials from the address;
 * PERMISSION_DENIED for an address from which the key may not be used; UNAVAILABLE when the keys of an issuer cannot be read
 */
export async function resolveToken(
  check: TokenCheck,
  token: string,
  { address, certificateFingerprint, keyThumbprint = "" }: TokenSource,
): Promise<ResolvedToken> {
  const jws = readJws(token);
  if (typeof jws !== "string" && check.issuers.hasIssuerOf(jws)) {
    const proof = { certificateFingerprint, keyThumbprint, address };
    const principal = await check.issuers.principalOf(token, jws, proof).catch(async (error: unknown) => {
      if (!(error instanceof UnsignedToken)) throw error;
      // A token names no key of its caller, so wrong ones are counted for the issuer that they claim, which is a known one.
      throw await (await guessFrom(check, address, error.issuer)).wrong(true, error);
    });
    // The verdict on a token of the embedded authorisation server is about the address, too, which the gateway knows a bound JWT by.
    const reusable = jws.payload?.iss !== check.publicUrl || keyThumbprint !== "";
    return { principal, reusable, bound: isBoundToCertificate(jws) };
  }
  if (typeof jws !== "string" && isDelegation(jws)) {
    const principal = await principalOfDelegation(check, jws, { address, keyThumbprint });
    return { principal, reusable: true, bound: false };
  }
  return resolveAccessToken(check, readAccessToken(token, jws), { address, keyThumbprint });
}

/**
 * Returns the caller of a JWT that came with the scheme `Bearer` and that a registered key has signed. Asks nobody outside the installation.
 * @throws Failure like `resolveToken`, and for a JWT of any other kind
 */
export async function resolveSingleToken(
  check: AccessTokenCheck,
  token: string,
  address: string,
): Promise<Principal> {
  return (await resolveAccessToken(check, readAccessToken(token), { address })).principal;
}

type AccessTokenCheck = Omit<TokenCheck, "issuers">;

/** @param signed the JWT, or why it is none */
async function resolveAccessToken(
  check: AccessTokenCheck,
  signed: AccessToken | string,
  { address, keyThumbprint = "" }: TokenSource,
): Promise<ResolvedToken> {
  if (typeof signed === "string") throw new Failure("CREDENTIAL_MALFORMED", { message: signed });
  if (signed.isBound) {
    const { signer } = await signerOfBoundToken(
      check,
      signed.keyId,
      (by, now) => verifyAccessToken(signed, by, now),
      { address, keyThumbprint },
    );
    return { principal: signer.principals.bound, reusable: true, bound: false };
  }
  if (keyThumbprint !== "") throw notBound();
  return { principal: await principalOfSingleToken(check, signed, address), reusable: false, bound: false };
}

const isBoundToCertificate = ({ payload }: Jws): boolean => Object.hasOwn(Object(payload?.cnf), "x5t#S256");

/**
 * Returns the principal of a JWT that is signed with a registered key and bound to nothing, once for each JWT. The JWT counts as used only
 * when nothing else is wrong with it.
 *
 * @param address of the caller
 * @throws Failure UNAUTHENTICATED; until the signature is known to be good the error does not tell whether the key exists and is accepted.
 * CREDENTIAL_DELAYED after too many wrong credentials from the address, when this one is wrong, too.
 * PERMISSION_DENIED for an address from which the key may not be used
 */
async function principalOfSingleToken(
  check: AccessTokenCheck,
  token: AccessToken,
  address: string,
): Promise<Principal> {
  const { keys, spend, keyUse, publicUrl } = check;
  const found = await keys.find(token.keyId);
  const verdict =
    found && (await verifyAccessToken(token, { key: found.key, audience: publicUrl }, new Date()));
  if (!found || !verdict) {
    const guess = await guessFrom(check, address, token.keyId);
    throw await guess.wrong(found !== undefined);
  }
  const { publicKey } = found;
  if (!isAccepted(publicKey)) throw new Failure("CREDENTIAL_REFUSED");
  if (!verdict.accepted) throw new Failure(verdict.reason, { message: verdict.message });
  found.checkSource(address);
  const { credentialId } = publicKey;
  const { tokenId, expiresAt } = verdict;
  if (!(await spend({ kind: "jwt", credentialId, nonce: tokenId, expiresAt })))
    throw new Failure("TOKEN_REPLAYED", {
      message: "A JWT with this jti was accepted before. Make a new JWT for each request and each repeat.",
    });
  keyUse?.note(credentialId, canonicalAddress(address));
  return found.principals.selfSigned;
}
