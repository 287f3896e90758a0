import { generateKeyPairSync } from "node:crypto";
import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type { RequestSignature } from "../../../gen/ts/pda/access/v1/access_service.ts";
import { isPublicKeyId } from "../../domain/access/public-key.ts";
import { canonicalAddress } from "../../domain/access/source-network.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Store } from "../../store/store.ts";
import { HolderKeyError, parseHolderJwkText } from "../../trust/holder-key.ts";
import { isOneSignedBy } from "../../trust/http-signature/verify.ts";
import { guessFrom } from "./guesses.ts";
import { holder, type Signer, signerOf } from "./signer.ts";
import type { TokenCheck } from "./token.ts";

/** A signature is accepted for 360 s by the clock of a gateway. The rest is for clocks that differ. */
const NONCE_SECONDS = 600;

/** Stands in for an unknown key, so that an unknown key takes as long to refuse as a wrong signature. */
const nobody = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey;

export interface SignatureCheck extends TokenCheck {
  readonly store: Pick<Store, "reserved">;
}

/**
 * Returns the principal of the key that signed a request (RFC 9421): the owner of a registered public key, or the wallet whose present key
 * it is. For a request that creates a wallet it is the holder of the new key, who has no wallet yet. The nonce is used last, so that nobody
 * without the key can use it up.
 *
 * @throws Failure CREDENTIAL_DELAYED after too many wrong credentials from the address, when this signature is wrong, too. A good one never
 * waits. UNAUTHENTICATED for a key that is not accepted now, a signature that does not fit, and a nonce that the key has used;
 * PERMISSION_DENIED for an address from which the key may not be used
 */
export async function principalOfSignature(
  check: SignatureCheck,
  { keyId, bases, signature, nonce, algorithm, newKey, address = "" }: RequestSignature,
): Promise<Principal> {
  // The operator may create a wallet, too, and signs with a registered key.
  const ofNew = newKey !== undefined && !isPublicKeyId(keyId);
  const signer = ofNew ? holderOf(newKey, keyId) : await signerOf(check, keyId);
  const key = signer?.key ?? nobody;
  const fits = await isOneSignedBy(bases, signature, { key, stated: algorithm });
  if (!signer || !fits) {
    const refused = new Failure("REQUEST_SIGNATURE_REFUSED", {
      message: ofNew ? refusalOfNew : refusal,
    });
    throw await (await guessFrom(check, address, keyId)).wrong(signer !== undefined, refused);
  }
  signer.checkSource?.(address);
  const expiresAt = new Date(Date.now() + NONCE_SECONDS * 1000);
  if (!(await check.spend({ kind: "http-signature", credentialId: keyId, nonce, expiresAt })))
    throw new Failure("REQUEST_SIGNATURE_REPLAYED", {
      message: "This signature was used before. Sign each request, and each repeat, with a new nonce.",
    });
  if (signer.checkSource) check.keyUse?.note(keyId, canonicalAddress(address));
  return signer.principals.signature;
}

const refusal =
  "The signature does not fit the request, or keyid names neither a registered public key nor the present key of a wallet.";
const refusalOfNew =
  "The signature does not fit the request, or its key is not the P-256 key in the body, named by its thumbprint.";

/** Returns the holder of a key that is named by its own thumbprint. Undefined for another key, and for what is no key of a wallet. */
function holderOf(jwk: string, keyId: string): Signer | undefined {
  try {
    const { thumbprint, key } = parseHolderJwkText(jwk);
    return thumbprint === keyId ? { key, principals: holder(keyId, "") } : undefined;
  } catch (error) {
    if (error instanceof HolderKeyError) return undefined;
    throw error;
  }
}
