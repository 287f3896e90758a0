import type { KeyObject } from "node:crypto";
import type { ErrorReason } from "../../../gen/errors/catalogue.ts";
import { canonicalAddress } from "../../domain/access/source-network.ts";
import { Failure } from "../../rpc/failure.ts";
import { type GuessDeps, guessFrom } from "./guesses.ts";
import type { KeyUse } from "./key-use.ts";
import type { RegisteredKeys } from "./registered-keys.ts";
import { type Signer, signerOf } from "./signer.ts";

/** What checking a bound JWT needs. */
export interface BoundTokenCheck extends GuessDeps {
  readonly keys: Pick<RegisteredKeys, "find">;
  readonly keyUse?: Pick<KeyUse, "note">;
  readonly publicUrl: string;
}

/** What a request with a bound JWT proves. */
export interface ProvenUse {
  readonly address: string;
  /** Thumbprint of the key that the caller has proved to have; empty without a proof. */
  readonly keyThumbprint: string;
}

/** A JWT that a key has signed: accepted, with the thumbprint of the key that it is bound to, or why it is refused. */
type Verdict =
  | { readonly accepted: true; readonly keyThumbprint?: string | undefined }
  | { readonly accepted: false; readonly reason: ErrorReason; readonly message: string };

/**
 * Returns the signer of a JWT that is bound to a key: a registered key, or the present key of a wallet. The JWT counts until it expires,
 * because each request has a proof of the key that it is bound to.
 *
 * @param verify returns undefined when the key has not signed the JWT
 * @throws Failure UNAUTHENTICATED, PERMISSION_DENIED as for other JWTs
 */
export async function signerOfBoundToken<V extends Verdict>(
  check: BoundTokenCheck,
  keyId: string,
  verify: (by: { readonly key: KeyObject; readonly audience: string }, now: Date) => Promise<V | undefined>,
  { address, keyThumbprint }: ProvenUse,
): Promise<{ readonly signer: Signer; readonly token: Extract<V, { accepted: true }> }> {
  const { keyUse, publicUrl } = check;
  const signer = await signerOf(check, keyId);
  const verdict: Verdict | undefined =
    signer && (await verify({ key: signer.key, audience: publicUrl }, new Date()));
  if (!signer || !verdict) {
    const guess = await guessFrom(check, address, keyId);
    throw await guess.wrong(signer !== undefined);
  }
  if (!verdict.accepted) throw new Failure(verdict.reason, { message: verdict.message });
  if (verdict.keyThumbprint !== keyThumbprint) throw boundToOtherKey();
  signer.checkSource?.(address);
  if (signer.checkSource) keyUse?.note(keyId, canonicalAddress(address));
  return { signer, token: verdict as Extract<V, { accepted: true }> };
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
