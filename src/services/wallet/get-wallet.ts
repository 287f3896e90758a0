import type { GetWalletRequest, GetWalletResponse } from "../../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { recoveryStatusAt } from "../../domain/wallet/recovery.ts";
import type { Handler } from "../../rpc/handler.ts";
import { walletToProto } from "./convert.ts";
import { requireWallet } from "./own-wallet.ts";

/** One wallet. */
export const getWallet: Handler<GetWalletRequest, GetWalletResponse> = async ({ request, read }) => {
  const [wallet, recovery, now] = await Promise.all([
    requireWallet(read.wallets, request.walletId),
    read.recoveries.open(request.walletId),
    read.clock.now(),
  ]);
  const waits = recovery !== undefined && recoveryStatusAt(recovery, now) === "pending";
  return { wallet: walletToProto(wallet, waits ? recovery : undefined) };
};
