import { PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import type { WalletServiceService } from "../../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { formatAmount } from "../../domain/amount/amount.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { recoveryStatusAt } from "../../domain/wallet/recovery.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { assetTypesOf } from "../asset/asset-types.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import { walletToProto } from "./convert.ts";
import { readHolderKey } from "./holder-key.ts";

type Service = Handlers<typeof WalletServiceService>;

/** Creates a wallet for a holder's public key. A holder creates only the wallet of the key that it has proved to have. */
export const createWallet: Service["createWallet"] = async ({ request, principal, transact }) => {
  const holder = readHolderKey("holder_key", request.holderKey);
  const { kind, tenantId, credentialId } = principal;
  const isOwn = tenantId === "" && credentialId === holder.keyThumbprint;
  if (kind === PrincipalKind.PRINCIPAL_KIND_WALLET && !isOwn) throw new Failure("OTHER_TENANT");
  const recovery = request.recoveryKey && readHolderKey("recovery_key", request.recoveryKey);
  return transact(async (tx) => {
    const walletId = newId("wallet");
    const made = { walletId, ...holder, ...(recovery ? { recoveryKey: recovery } : {}) };
    return { wallet: walletToProto(await tx.wallets.insert(made)) };
  });
};

export const getWallet: Service["getWallet"] = async ({ request, read }) => {
  const [wallet, recovery, now] = await Promise.all([
    read.wallets.get(request.walletId).then(requireFound),
    read.recoveries.open(request.walletId),
    read.clock.now(),
  ]);
  const waits = recovery !== undefined && recoveryStatusAt(recovery, now) === "pending";
  return { wallet: walletToProto(wallet, waits ? recovery : undefined) };
};

/** Lists a wallet's balances, one for each asset type that the wallet has held. */
export const listBalances: Service["listBalances"] = async ({ request, read }) => {
  const binding = { list: "balances", walletId: request.walletId };
  const page = pageRequest(request, binding, "assetType");
  const wallet = requireFound(await read.wallets.get(request.walletId));
  const found = await read.ledger.walletHoldings(wallet.walletId, page);
  const typeOf = await assetTypesOf(read.assetTypes, found.items);
  return pageToProto(found, binding, (holding) => {
    const { code, decimals } = typeOf(holding);
    return { assetType: code, amount: formatAmount(holding.balance, decimals) };
  });
};

/** Returns the failure for a field that names a wallet that does not exist. */
export function unknownWallet(field: string): Failure {
  return Failure.ofField(field, "UNKNOWN_WALLET", "The wallet does not exist.");
}
