import type {
  ListRecoveriesRequest,
  ListRecoveriesResponse,
} from "../../../gen/ts/pda/wallet/v1/key_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { requireWallet } from "../wallet/own-wallet.ts";
import { recoveryToProto } from "./convert.ts";

/** Recoveries of a wallet, newest first. */
export const listRecoveries: Handler<ListRecoveriesRequest, ListRecoveriesResponse> = async ({
  request,
  read,
}) => {
  const binding = { list: "recoveries", walletId: request.walletId };
  const page = pageRequest(request, binding);
  const { walletId } = await requireWallet(read.wallets, request.walletId);
  const [{ items, next }, now] = await Promise.all([read.recoveries.list(walletId, page), read.clock.now()]);
  return {
    items: items.map((recovery) => recoveryToProto(recovery, now)),
    nextPageToken: pageToken(next, binding),
  };
};
