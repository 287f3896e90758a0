import type {
  ListBalancesRequest,
  ListBalancesResponse,
} from "../../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import type { Handler } from "../../rpc/handler.ts";
import { assetTypesOf } from "../asset-types.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import { requireWallet } from "./own-wallet.ts";

/** What a wallet holds, one balance for each asset type that it has held. */
export const listBalances: Handler<ListBalancesRequest, ListBalancesResponse> = async ({ request, read }) => {
  const binding = { list: "balances", walletId: request.walletId };
  const page = pageRequest(request, binding);
  const wallet = await requireWallet(read.wallets, request.walletId);
  const { items, next } = await read.ledger.walletHoldings(wallet.walletId, page);
  const typeOf = await assetTypesOf(
    read.assetTypes,
    items.map((holding) => holding.assetTypeId),
  );
  return {
    items: items.map(({ assetTypeId, balance }) => {
      const { code, decimals } = typeOf(assetTypeId);
      return { assetType: code, amount: formatAmount(balance, decimals) };
    }),
    nextPageToken: pageToken(next, binding),
  };
};
