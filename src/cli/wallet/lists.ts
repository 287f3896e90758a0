// `pda wallet balances`, `assets` and `transactions`: what a wallet has and had.
import type { components, PdaClient } from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { type ListOptions, type PageQuery, showList } from "../lists/index.ts";
import type { ListPage } from "../lists/print.ts";
import { openWallet, type WalletOptions, walletKeyOf } from "./open.ts";

type Schemas = components["schemas"];

const balances = {
  "asset type": ({ assetType }: Schemas["Balance"]) => assetType,
  amount: ({ amount }: Schemas["Balance"]) => amount,
};

const assets = {
  asset: ({ asset }: Schemas["OwnedAsset"]) => asset?.assetIdentifier ?? "",
  kind: ({ asset }: Schemas["OwnedAsset"]) => asset?.assetProfile?.kind ?? "",
  name: ({ asset }: Schemas["OwnedAsset"]) => asset?.assetProfile?.name ?? "",
  status: ({ asset }: Schemas["OwnedAsset"]) => asset?.lifecycleStatus ?? "",
  "owned since": ({ acquireTime }: Schemas["OwnedAsset"]) => acquireTime ?? "",
};

const transactions = {
  transaction: ({ transactionId }: Schemas["WalletTransaction"]) => transactionId,
  kind: ({ kind }: Schemas["WalletTransaction"]) => kind,
  direction: ({ direction }: Schemas["WalletTransaction"]) => direction,
  amount: ({ amount }: Schemas["WalletTransaction"]) => amount,
  "asset type": ({ assetType }: Schemas["WalletTransaction"]) => assetType,
  merchant: ({ merchantId }: Schemas["WalletTransaction"]) => merchantId ?? "",
  created: ({ createTime }: Schemas["WalletTransaction"]) => createTime ?? "",
};

type Options = ListOptions & WalletOptions;

/** `pda wallet balances`. @throws CommandError */
export function printBalances(config: Config, options: Options): Promise<void> {
  const wallet = openWallet(config, options);
  const path = { walletId: wallet.walletId };
  const ask = async (api: PdaClient, query: PageQuery): Promise<ListPage<Schemas["Balance"]>> =>
    (await api.GET("/api/v1/wallets/{walletId}/balances", { params: { path, query } })).data;
  return showList(config, options, { columns: balances, ask, walletKey: walletKeyOf(wallet) });
}

/** `pda wallet assets`. @throws CommandError */
export function printAssets(config: Config, options: Options): Promise<void> {
  const wallet = openWallet(config, options);
  const path = { walletId: wallet.walletId };
  const ask = async (api: PdaClient, query: PageQuery): Promise<ListPage<Schemas["OwnedAsset"]>> =>
    (await api.GET("/api/v1/wallets/{walletId}/assets", { params: { path, query } })).data;
  return showList(config, options, { columns: assets, ask, walletKey: walletKeyOf(wallet) });
}

/** `pda wallet transactions`. @throws CommandError */
export function printTransactions(config: Config, options: Options): Promise<void> {
  const wallet = openWallet(config, options);
  const path = { walletId: wallet.walletId };
  const ask = async (api: PdaClient, query: PageQuery): Promise<ListPage<Schemas["WalletTransaction"]>> =>
    (await api.GET("/api/v1/wallets/{walletId}/transactions", { params: { path, query } })).data;
  return showList(config, options, { columns: transactions, ask, walletKey: walletKeyOf(wallet) });
}
