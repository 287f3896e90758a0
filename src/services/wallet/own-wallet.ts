import type { Holder, Wallet } from "../../domain/wallet/wallet.ts";
import { Failure } from "../../rpc/failure.ts";
import type { WalletReader } from "../../store/wallet/wallets.ts";

/** The wallet that a request names. @throws Failure NOT_FOUND */
export async function requireWallet(wallets: WalletReader, walletId: string): Promise<Wallet> {
  const wallet = await wallets.get(walletId);
  if (!wallet) throw new Failure("NOT_FOUND");
  return wallet;
}

/** The wallet that a request names, with all keys that it has had. @throws Failure NOT_FOUND */
export async function requireHolder(wallets: WalletReader, walletId: string): Promise<Holder> {
  const holder = await wallets.getHolder(walletId);
  if (!holder) throw new Failure("NOT_FOUND");
  return holder;
}
