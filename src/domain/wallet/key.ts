import { Refused } from "../refused.ts";
import type { NamedKey, Wallet } from "./wallet.ts";

/** Reason that a key was replaced: the holder changed the key, or the key was lost. */
export type KeyRetirement = "rotation" | "recovery";

/**
 * A key of a wallet. The signatures of an active key count. Active → retired, when another key replaces it.
 * Retired is terminal: the key is never valid again, for this wallet or for any other wallet.
 */
export interface WalletKey extends NamedKey {
  /** 1 for the wallet's first key. */
  readonly seq: number;
  readonly createdAt: Date;
  readonly retired?: { readonly at: Date; readonly by: KeyRetirement };
}

/**
 * Checks that a key may replace the wallet's present key.
 *
 * @throws Refused KEY_UNCHANGED, KEY_IS_RECOVERY_KEY
 */
export function requireSuccessor(wallet: Pick<Wallet, "keyThumbprint" | "recoveryKey">, next: string): void {
  if (next === wallet.keyThumbprint)
    throw new Refused("KEY_UNCHANGED", "The new key is already the wallet's key.");
  if (next === wallet.recoveryKey?.keyThumbprint)
    throw new Refused("KEY_IS_RECOVERY_KEY", "The recovery key cannot also be the holder's key.");
}

/**
 * Checks that a key may be the recovery key of a wallet. A former holder's key may be in other hands, so it is refused.
 *
 * @param had thumbprints of all keys that the wallet has had
 * @throws Refused KEY_WAS_HOLDER_KEY
 */
export function requireRecoveryKey(had: readonly string[], recoveryThumbprint: string): void {
  if (had.includes(recoveryThumbprint))
    throw new Refused(
      "KEY_WAS_HOLDER_KEY",
      "The recovery key must not be a present or former key of the holder.",
    );
}

/** Returns the refusal of a signature that was made with a retired key of the wallet. */
export function keyRetired(): Refused {
  return new Refused("KEY_RETIRED", "The signing key was replaced. Sign with the wallet's present key.");
}

/** Returns the refusal of a nonce that the wallet has used before. */
export function nonceUsed(): Refused {
  return new Refused(
    "NONCE_USED",
    "The nonce was already used in another statement of this wallet. Use a new nonce.",
  );
}
