import type { Wallet } from "../../domain/wallet/wallet.ts";
import { Failure } from "../../rpc/failure.ts";
import type { WalletReader } from "../../store/wallet/store.ts";

/** The wallet that a request names. @throws Failure NOT_FOUND */
export async function requireWallet(wallets: WalletReader, walletId: string): Promise<Wallet> {
  const wallet = await wallets.get(walletId);
  if (!wallet) throw new Failure("NOT_FOUND");
  return wallet;
}
