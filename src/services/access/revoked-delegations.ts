import type { Nonce } from "../../store/spent-nonces.ts";
import type { Store, Transaction } from "../../store/store.ts";

/**
 * A delegation lasts a day at most, so an owner may sign those of a whole year for a partner. The service does not know when a delegation
 * begins that it has never seen, and a name that is forgotten before counts again. Ten years are longer than anybody uses a key.
 */
const KEPT_DAYS = 3_650;

/** A delegation, by the key that has signed it and its name among those of the key. */
interface NamedDelegation {
  /** Identifier of the public key. */
  readonly credentialId: string;
  /** Claim `jti`. */
  readonly delegationId: string;
}

/** A revoked delegation is one whose name is spent. */
const nonceOf = ({ credentialId, delegationId }: NamedDelegation): Omit<Nonce, "expiresAt"> => ({
  kind: "delegation",
  credentialId,
  nonce: delegationId,
});

/** Revokes a delegation for all cores. Revoking it again changes nothing. */
export async function revokeDelegation(
  tx: Pick<Transaction, "spentNonces">,
  delegation: NamedDelegation,
): Promise<void> {
  const expiresAt = new Date(Date.now() + KEPT_DAYS * 86_400_000);
  await tx.spentNonces.spend([{ ...nonceOf(delegation), expiresAt }]);
}

/** Tells whether a delegation was revoked. */
export const isDelegationRevoked = (
  store: Pick<Store, "reserved">,
  delegation: NamedDelegation,
): Promise<boolean> => store.reserved.spentNonces.isSpent(nonceOf(delegation));
