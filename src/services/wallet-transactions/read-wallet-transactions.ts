import type { WalletTransactionServiceService } from "../../../gen/ts/pda/wallet/v1/transaction_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { type MovementFilter, movementPlace } from "../../store/ledger/movements.ts";
import { assetTypeFactsOf, assetTypeOf, requireAssetType } from "../asset/asset-types.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import { timeRangeBinding, timeRangeOf } from "../contract/time-range.ts";
import { walletMovementToProto, walletKindOf } from "./convert.ts";

type Service = Handlers<typeof WalletTransactionServiceService>;

/** Returns one transaction that the wallet is a party of. */
export const getWalletTransaction: Service["getWalletTransaction"] = async ({ request, read }) => {
  const movement = requireFound(await read.movements.get(request.walletId, request.transactionId));
  const type = await assetTypeOf(read.assetTypes, movement.transaction.assetTypeId);
  return { transaction: walletMovementToProto(movement, type) };
};

/** Lists the incoming and outgoing transactions of a wallet, newest first. */
export const listWalletTransactions: Service["listWalletTransactions"] = async ({ request, read }) => {
  const { walletId, kind, assetType } = request;
  const range = timeRangeOf(request);
  const binding = {
    list: "wallet transactions",
    walletId,
    kind,
    assetType,
    ...timeRangeBinding(range),
  };
  const page = pageRequest(request, binding, movementPlace);
  requireFound(await read.wallets.get(walletId));
  const type = assetType === undefined ? undefined : await requireAssetType(read.assetTypes, assetType);
  const word = walletKindOf(kind);
  // A wallet is never a party of the other kinds.
  if (kind !== undefined && word === undefined) return { items: [], nextPageToken: "" };
  const filter: MovementFilter = {
    ...(word ? { kind: word } : {}),
    ...(type ? { assetTypeId: type.assetTypeId } : {}),
    ...range,
  };
  const found = await read.movements.list(walletId, filter, page);
  if (!found) throw new Failure("INVALID_PAGE_TOKEN");
  const typeOf = await assetTypeFactsOf(
    read.assetTypes,
    found.items.map(({ transaction }) => transaction),
  );
  return pageToProto(found, binding, (movement) =>
    walletMovementToProto(movement, typeOf(movement.transaction)),
  );
};
