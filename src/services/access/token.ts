import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { isAccepted } from "../../domain/access/credential.ts";
import { canonicalAddress } from "../../domain/access/source-network.ts";
import { Failure } from "../../rpc/failure.ts";
import { sourceCheck } from "../../rpc/source-network.ts";
import type { Nonce } from "../../store/spent-nonces.ts";
import { readAccessToken, verifyAccessToken } from "../../trust/access-token.ts";
import { type GuessDeps, guessFrom } from "./guesses.ts";
import { principalOf } from "./principal.ts";
import type { KeyUse } from "./key-use.ts";
import type { RegisteredKeys } from "./registered-keys.ts";

/** What checking a JWT needs. */
export interface TokenCheck extends GuessDeps {
  readonly keys: Pick<RegisteredKeys, "find">;
  /** Tells whether the nonce was unused until now. */
  readonly spend: (nonce: Nonce) => Promise<boolean>;
  /** Records that a key was used. */
  readonly keyUse?: Pick<KeyUse, "note">;
  /** Address of this service, as callers know it: `aud` of each JWT. */
  readonly publicUrl: string;
}

/**
 * Returns the principal of a JWT that is signed with a registered key, once for each JWT. The JWT counts as used only when nothing else is
 * wrong with it.
 *
 * @param address of the caller
 * @throws Failure UNAUTHENTICATED; until the signature is known to be good the error does not tell whether the key exists and is accepted.
 * CREDENTIAL_DELAYED after too many wrong credentials from the address, when this one is wrong, too.
 * PERMISSION_DENIED for an address from which the key may not be used
 */
export async function principalOfToken(check: TokenCheck, text: string, address: string): Promise<Principal> {
  const { keys, spend, keyUse, publicUrl } = check;
  const token = readAccessToken(text);
  if (typeof token === "string") throw new Failure("CREDENTIAL_MALFORMED", { message: token });
  const found = await keys.find(token.publicKeyId);
  const verdict =
    found && (await verifyAccessToken(token, { key: found.key, audience: publicUrl }, new Date()));
  if (!found || !verdict) {
    const guess = await guessFrom(check, address, token.publicKeyId);
    throw await guess.wrong(found !== undefined);
  }
  const { publicKey } = found;
  if (!isAccepted(publicKey)) throw new Failure("CREDENTIAL_REFUSED");
  if (!verdict.accepted) throw new Failure(verdict.reason, { message: verdict.message });
  sourceCheck(publicKey.allowedNetworks, "public key")(address);
  const { credentialId } = publicKey;
  const { tokenId, expiresAt } = verdict;
  if (!(await spend({ kind: "jwt", credentialId, nonce: tokenId, expiresAt })))
    throw new Failure("TOKEN_REPLAYED", {
      message: "A JWT with this jti was accepted before. Make a new JWT for each request and each repeat.",
    });
  keyUse?.note(credentialId, canonicalAddress(address));
  const { owner, scopes, device } = publicKey;
  return principalOf(owner, { credentialId, scopes: [...scopes], deviceId: device?.deviceId });
}
