import type { GetWalletRequest, GetWalletResponse } from "../../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { walletToProto } from "./convert.ts";
import { requireWallet } from "./own-wallet.ts";

/** One wallet. */
export const getWallet: Handler<GetWalletRequest, GetWalletResponse> = async ({ request, read }) => ({
  wallet: walletToProto(await requireWallet(read.wallets, request.walletId)),
});
