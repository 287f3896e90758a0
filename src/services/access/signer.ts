import type { KeyObject } from "node:crypto";
import { scopes as known } from "../../../gen/rest/operations.ts";
import { PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import { isAccepted } from "../../domain/access/credential.ts";
import { isPublicKeyId } from "../../domain/access/public-key.ts";
import { scopesOf } from "../../domain/access/scope.ts";
import type { Store } from "../../store/store.ts";
import { verificationKeyOf } from "../wallet/holder-key.ts";
import { type KeyPrincipals, keyPrincipals } from "./key-principals.ts";
import type { RegisteredKeys } from "./registered-keys.ts";

/** The owner of a key, and where and how the key may be used. */
export interface Signer {
  readonly key: KeyObject;
  readonly principals: KeyPrincipals;
  /** Only of a registered key. @throws Failure PERMISSION_DENIED for an address from which the key may not be used */
  readonly checkSource?: (address: string) => void;
}

/** What finding a signer needs. */
interface SignerDeps {
  readonly store: Pick<Store, "reserved">;
  readonly keys: Pick<RegisteredKeys, "find">;
}

/**
 * Returns the owner of the key with this name.
 * @param keyId identifier of a registered public key, or the thumbprint of the present key of a wallet
 * @returns undefined for an unknown key, and for one that is not accepted now
 */
export async function signerOf({ store, keys }: SignerDeps, keyId: string): Promise<Signer | undefined> {
  if (!isPublicKeyId(keyId)) {
    const wallet = await store.reserved.wallets.getByThumbprint(keyId);
    return wallet && { key: verificationKeyOf(wallet), principals: holder(keyId, wallet.walletId) };
  }
  const found = await keys.find(keyId);
  if (!found || !isAccepted(found.publicKey)) return undefined;
  return found;
}

/** Returns the holder of a wallet's key. @param tenantId the wallet; empty before it is created */
export const holder = (credentialId: string, tenantId: string): KeyPrincipals =>
  keyPrincipals((authentication) => ({
    kind: PrincipalKind.PRINCIPAL_KIND_WALLET,
    tenantId,
    credentialId,
    scopes: scopesOf("holder", known),
    authentication,
  }));
