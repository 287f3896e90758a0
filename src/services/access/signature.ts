import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { scopes as known } from "../../../gen/rest/operations.ts";
import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import type { ResolveSignatureRequest } from "../../../gen/ts/pda/access/v1/access_service.ts";
import { scopesOf } from "../../domain/access/scope.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Nonce } from "../../store/spent-nonces.ts";
import type { Store } from "../../store/store.ts";
import { HolderKeyError, parseHolderJwkText } from "../../trust/holder-key.ts";
import { isBaseSignedBy } from "../../trust/http-signature/verify.ts";
import { verificationKeyOf } from "../wallet/holder-key.ts";

/** A signature is accepted for 360 s by the clock of a gateway. The rest is for clocks that differ. */
const NONCE_SECONDS = 600;

/** Stands in for an unknown key, so that an unknown key takes as long to refuse as a wrong signature. */
const nobody = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey;

interface Signer {
  readonly key: KeyObject;
  readonly principal: Principal;
}

interface SignatureCheck {
  readonly store: Pick<Store, "reserved">;
  /** Spends a nonce. Returns false when it was spent before. */
  readonly spend: (nonce: Nonce) => Promise<boolean>;
}

/**
 * Returns the principal of the key that signed a request (RFC 9421): the wallet whose present key it is. For a request that creates a
 * wallet it is the holder of the new key, who has no wallet yet. The nonce is used last, so that nobody without the key can use it up.
 *
 * @throws Failure UNAUTHENTICATED for a key that no wallet has now, a signature that does not fit, and a nonce that the key has used
 */
export async function principalOfSignature(
  { store, spend }: SignatureCheck,
  { keyId, bases, signature, nonce, algorithm, newKey }: ResolveSignatureRequest,
): Promise<Principal> {
  const signer = newKey === undefined ? await walletOf(store, keyId) : holderOf(newKey, keyId);
  const key = signer?.key ?? nobody;
  const fits = bases.some((base) => isBaseSignedBy(base, signature, { key, stated: algorithm }));
  if (!signer || !fits)
    throw new Failure("REQUEST_SIGNATURE_REFUSED", { message: refusals[newKey ? "new" : "own"] });
  const expiresAt = new Date(Date.now() + NONCE_SECONDS * 1000);
  if (await spend({ kind: "http-signature", credentialId: keyId, nonce, expiresAt })) return signer.principal;
  throw new Failure("REQUEST_SIGNATURE_REPLAYED", {
    message: "This signature was used before. Sign each request, and each repeat, with a new nonce.",
  });
}

const refusals = {
  own: "The signature does not fit the request, or keyid is not the thumbprint of a wallet's present key.",
  new: "The signature does not fit the request, or its key is not the P-256 key in the body, named by its thumbprint.",
};

async function walletOf({ reserved }: SignatureCheck["store"], keyId: string): Promise<Signer | undefined> {
  const wallet = await reserved.wallets.getByThumbprint(keyId);
  return wallet && { key: verificationKeyOf(wallet), principal: principalOf(keyId, wallet.walletId) };
}

/** Returns the holder of a key that is named by its own thumbprint. Undefined for another key, and for what is no key of a wallet. */
function holderOf(jwk: string, keyId: string): Signer | undefined {
  try {
    const { thumbprint, key } = parseHolderJwkText(jwk);
    return thumbprint === keyId ? { key, principal: principalOf(keyId, "") } : undefined;
  } catch (error) {
    if (error instanceof HolderKeyError) return undefined;
    throw error;
  }
}

const principalOf = (credentialId: string, tenantId: string): Principal => ({
  kind: PrincipalKind.PRINCIPAL_KIND_WALLET,
  tenantId,
  credentialId,
  scopes: scopesOf("holder", known),
});
