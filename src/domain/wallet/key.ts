import { Refused } from "../refused.ts";
import type { NamedKey, Wallet } from "./wallet.ts";

/** How a key came to be replaced: by the holder who had it, or after it was lost. */
export type KeyRetirement = "rotation" | "recovery";

/**
 * A key of a wallet. Active: what it signs counts. When another takes its place → retired. Retired is terminal: it never counts
 * again, neither for this wallet nor for another one.
 */
export interface WalletKey extends NamedKey {
  /** 1 for the key that the wallet was made for. */
  readonly seq: number;
  readonly createdAt: Date;
  readonly retired?: { readonly at: Date; readonly by: KeyRetirement };
}

/**
 * A key may take the place of a wallet's present one.
 *
 * @throws Refused KEY_UNCHANGED, KEY_IS_RECOVERY_KEY
 */
export function requireSuccessor(wallet: Pick<Wallet, "keyThumbprint" | "recoveryKey">, next: string): void {
  if (next === wallet.keyThumbprint)
    throw new Refused("KEY_UNCHANGED", "It is the key that the wallet has already.");
  if (next === wallet.recoveryKey?.keyThumbprint)
    throw new Refused("KEY_IS_RECOVERY_KEY", "The recovery key cannot be the holder's key too.");
}

/**
 * A key may be the recovery key of a wallet: none that could have come into other hands as the holder's.
 *
 * @param had thumbprints of all keys that the wallet has had
 * @throws Refused KEY_WAS_HOLDER_KEY
 */
export function requireRecoveryKey(had: readonly string[], recoveryThumbprint: string): void {
  if (had.includes(recoveryThumbprint))
    throw new Refused("KEY_WAS_HOLDER_KEY", "A key of the holder cannot be the recovery key.");
}

/** What is signed with a key that is not the wallet's any more does not count. */
export function keyRetired(): Refused {
  return new Refused("KEY_RETIRED", "It is signed with a key of the wallet that has been replaced.");
}

/** A nonce of a wallet counts once. */
export function nonceUsed(): Refused {
  return new Refused("NONCE_USED", "The nonce was used with another statement of this wallet.");
}
