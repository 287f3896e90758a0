import type {
  ListWalletKeysRequest,
  ListWalletKeysResponse,
} from "../../../gen/ts/pda/wallet/v1/key_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { requireWallet } from "../wallet/own-wallet.ts";
import { keyToProto } from "./convert.ts";

/** Keys that a wallet has and has had, newest first. */
export const listWalletKeys: Handler<ListWalletKeysRequest, ListWalletKeysResponse> = async ({
  request,
  read,
}) => {
  const binding = { list: "keys", walletId: request.walletId };
  const page = pageRequest(request, binding);
  const { walletId } = await requireWallet(read.wallets, request.walletId);
  const { items, next } = await read.wallets.listKeys(walletId, page);
  return { items: items.map(keyToProto), nextPageToken: pageToken(next, binding) };
};
