import { isApiKeyId } from "../../../domain/access/api-key.ts";
import { isAccepted, type RegisteredCredential } from "../../../domain/access/credential.ts";
import { isPublicKeyId } from "../../../domain/access/public-key.ts";
import { canonicalAddress } from "../../../domain/access/source-network.ts";
import { sourceCheck } from "../../../rpc/source-network.ts";
import type { Store } from "../../../store/store.ts";
import type { KeyUse } from "../key-use.ts";
import { recentlyFound } from "../recently-found.ts";

interface SessionCredentialsOptions {
  readonly store: Pick<Store, "reserved">;
  /** Records that a credential was used. */
  readonly keyUse?: Pick<KeyUse, "note">;
  /** How long a credential is kept; 0 asks the database each time. */
  readonly ttlMs?: number;
}

/** The credentials that people sign in as: API keys and public keys. */
export class SessionCredentials {
  readonly #find: (credentialId: string) => Promise<RegisteredCredential | undefined>;
  readonly #keyUse: SessionCredentialsOptions["keyUse"];

  constructor({ store, keyUse, ttlMs = 2_000 }: SessionCredentialsOptions) {
    this.#keyUse = keyUse;
    this.#find = recentlyFound<RegisteredCredential>(async (credentialId) => {
      if (isApiKeyId(credentialId)) return store.reserved.apiKeys.find(credentialId);
      return isPublicKeyId(credentialId) ? store.reserved.publicKeys.find(credentialId) : undefined;
    }, ttlMs);
  }

  /** Returns a credential that is accepted now. */
  async find(credentialId: string): Promise<RegisteredCredential | undefined> {
    const found = await this.#find(credentialId);
    return found && isAccepted(found) ? found : undefined;
  }

  /** Records a use. @throws Failure PERMISSION_DENIED for an address from which the credential may not be used */
  use({ credentialId, allowedNetworks }: RegisteredCredential, address: string): void {
    sourceCheck(allowedNetworks)(address);
    this.#keyUse?.note(credentialId, canonicalAddress(address));
  }
}
