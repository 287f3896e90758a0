import type { Wallet } from "../../domain/wallet/wallet.ts";
import type { LockedWallet } from "../../store/ledger/spending.ts";
import { refused } from "../../trust/wallet-signature.ts";
import { signatureRefused } from "./signature.ts";

/** What locked wallets hold, in minor units. */
export const balancesOf = (accounts: ReadonlyMap<string, LockedWallet>): Map<string, bigint> =>
  new Map([...accounts].map(([uuid, { balance }]) => [uuid, balance]));

/**
 * The key that a signature was verified with is the wallet's still, now that nobody can replace it. A wallet without an account has
 * nothing to pay with, which the till says.
 *
 * @throws Failure SIGNATURE_REFUSED about the field, KEY_RETIRED
 */
export function requirePresentKey(
  field: string,
  { keyThumbprint }: Wallet,
  account: LockedWallet | undefined,
): void {
  if (account && account.keyThumbprint !== keyThumbprint)
    throw signatureRefused(field, refused("KEY_RETIRED"));
}
