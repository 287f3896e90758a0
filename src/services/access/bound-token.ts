import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { canonicalAddress } from "../../domain/access/source-network.ts";
import { Failure } from "../../rpc/failure.ts";
import { type AccessToken, verifyAccessToken } from "../../trust/access-token.ts";
import { type GuessDeps, guessFrom } from "./guesses.ts";
import type { KeyUse } from "./key-use.ts";
import type { RegisteredKeys } from "./registered-keys.ts";
import { signerOf } from "./signer.ts";

/** What checking a bound JWT needs. */
interface BoundTokenCheck extends GuessDeps {
  readonly keys: Pick<RegisteredKeys, "find">;
  readonly keyUse?: Pick<KeyUse, "note">;
  readonly publicUrl: string;
}

/**
 * Returns the principal of a JWT that is bound to the key which has signed it: a registered key, or the present key of a wallet. The JWT
 * counts until it expires, because each request has a proof of the key.
 *
 * @param keyThumbprint of the key that the caller has proved to have; empty without a proof
 * @throws Failure UNAUTHENTICATED, PERMISSION_DENIED as for other JWTs
 */
export async function principalOfBoundToken(
  check: BoundTokenCheck,
  token: AccessToken,
  { address, keyThumbprint }: { readonly address: string; readonly keyThumbprint: string },
): Promise<Principal> {
  const { keyUse, publicUrl } = check;
  const signer = await signerOf(check, token.keyId);
  const verdict =
    signer && (await verifyAccessToken(token, { key: signer.key, audience: publicUrl }, new Date()));
  if (!signer || !verdict) {
    const guess = await guessFrom(check, address, token.keyId);
    throw await guess.wrong(signer !== undefined);
  }
  if (!verdict.accepted) throw new Failure(verdict.reason, { message: verdict.message });
  if (verdict.keyThumbprint !== keyThumbprint) throw boundToOtherKey();
  signer.checkSource?.(address);
  if (signer.checkSource) keyUse?.note(token.keyId, canonicalAddress(address));
  return signer.principal;
}

/** Returns the failure for a token whose key the caller has not proved to have. */
export const boundToOtherKey = (): Failure =>
  new Failure("TOKEN_BOUND", {
    message:
      "The token is bound to a key. Send it as `Authorization: DPoP`, with a proof of that key in the header DPoP.",
  });

/** Returns the failure for a proof beside a token that is not bound to its key. */
export const notBound = (): Failure =>
  new Failure("TOKEN_NOT_BOUND", {
    message:
      "The token is not bound to a key: it has no cnf.jkt. Get a bound one, or send it as `Authorization: Bearer`.",
  });
