import type { TransactionServiceService } from "../../../gen/ts/pda/payment/v1/transaction_service.ts";
import { partyOf } from "../../domain/ledger/entry.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { TransactionFilter, TransactionPosition } from "../../store/ledger/transactions.ts";
import { assetTypeOf, assetTypesOf, requireAssetType } from "../asset/asset-types.ts";
import { invalidPageToken, pageRequest, pageToken } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import { createdRange, timeRangeBinding, timeRangeOf } from "../contract/time-range.ts";
import { movementToProto, transactionKindOf } from "./transaction-convert.ts";

type Service = Handlers<typeof TransactionServiceService>;

/** Returns one transaction that the caller's tenant is a party of. */
export const getTransaction: Service["getTransaction"] = async ({ request, tenant, read }) => {
  const transaction = requireFound(await read.ledger.transaction(tenant, request.transactionId));
  const [legs, assetType] = await Promise.all([
    read.transactions.legs([transaction]),
    assetTypeOf(read.assetTypes, transaction.assetTypeId),
  ]);
  const movement = { transaction, legs: legs.get(transaction.transactionId) ?? [] };
  return { transaction: movementToProto(movement, assetType, tenant) };
};

/** Lists the transactions that the caller's tenant is a party of, newest first. */
export const listTransactions: Service["listTransactions"] = async ({ request, tenant, principal, read }) => {
  const { assetType, paymentId, refundId, settlementId, merchantId } = request;
  const kind = transactionKindOf(request.kind);
  const range = timeRangeOf(request);
  const binding = {
    list: "transactions",
    tenant: principal.tenantId,
    kind,
    assetType,
    paymentId,
    refundId,
    settlementId,
    merchantId,
    ...timeRangeBinding(range),
  };
  const { size, after } = pageRequest(request, binding, position);
  const filter: TransactionFilter = {
    ...(kind ? { kind } : {}),
    ...(assetType ? { assetTypeId: (await requireAssetType(read.assetTypes, assetType)).assetTypeId } : {}),
    ...(paymentId ? { paymentId } : {}),
    ...(refundId ? { refundId } : {}),
    ...(settlementId ? { settlementId } : {}),
    ...(await createdRange(range, read)),
  };
  const party = partyOf(tenant, merchantId);
  if (!party) return { items: [], nextPageToken: "" };
  const page = after === undefined ? { size } : { size, after: positionOf(after) };
  const { items, next } = await read.transactions.list(party, filter, page);
  const typeOf = await assetTypesOf(
    read.assetTypes,
    items.map(({ transaction }) => transaction),
  );
  return {
    items: items.map((movement) => movementToProto(movement, typeOf(movement.transaction), tenant)),
    nextPageToken: pageToken(next && `${next.createdAt.getTime()}/${next.transactionId}`, binding),
  };
};

const position = /^(\d{1,13})\/(txn_[0-7][0-9a-hjkmnp-tv-z]{25})$/;

/** @throws Failure INVALID_PAGE_TOKEN */
function positionOf(text: string): TransactionPosition {
  const [, ms, transactionId] = position.exec(text) ?? [];
  if (ms === undefined || transactionId === undefined) throw invalidPageToken();
  return { createdAt: new Date(Number(ms)), transactionId };
}
