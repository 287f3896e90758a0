import type {
  GetBlockchainReferenceRequest,
  GetBlockchainReferenceResponse,
  GetConfirmationsRequest,
  GetConfirmationsResponse,
  GetSettlementRequest,
  GetSettlementResponse,
  ListSettlementItemsRequest,
  ListSettlementItemsResponse,
  ListSettlementsRequest,
  ListSettlementsResponse,
} from "../../../gen/ts/pda/payment/v1/settlement_service.ts";
import type { Tenant } from "../../domain/access/principal.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { SettlementReader } from "../../store/settlement/reader.ts";
import { assetTypeOf, assetTypesOf } from "../asset/asset-types.ts";
import { pageRequest, pageToken } from "../contract/page-token.ts";
import { settlementItemToProto, settlementStatusToProto, settlementToProto } from "./settlement-convert.ts";

/** One settlement of the caller's tenant. */
export const getSettlement: Handler<GetSettlementRequest, GetSettlementResponse> = async ({
  request,
  tenant,
  read,
}) => {
  const settlement = await requireSettlement(read.settlements, tenant, request.settlementId);
  return {
    settlement: settlementToProto(settlement, await assetTypeOf(read.assetTypes, settlement.assetTypeId)),
  };
};

/** Settlements of the caller's tenant, newest first; with a payment, the one that settles it. */
export const listSettlements: Handler<ListSettlementsRequest, ListSettlementsResponse> = async ({
  request,
  tenant,
  principal,
  read,
}) => {
  const { paymentId } = request;
  const binding = { list: "settlements", tenant: principal.tenantId, paymentId };
  const filter = paymentId ? { paymentId } : {};
  const { items, next } = await read.settlements.list(tenant, filter, pageRequest(request, binding));
  const typeOf = await assetTypesOf(read.assetTypes, items);
  return {
    items: items.map((settlement) => settlementToProto(settlement, typeOf(settlement))),
    nextPageToken: pageToken(next, binding),
  };
};

/** The payments and refunds of a settlement of the caller's tenant, payments first, oldest first. */
export const listSettlementItems: Handler<ListSettlementItemsRequest, ListSettlementItemsResponse> = async ({
  request,
  tenant,
  principal,
  read,
}) => {
  const { settlementId } = request;
  const binding = { list: "settlement-items", tenant: principal.tenantId, settlementId };
  const page = pageRequest(request, binding);
  const { merchantId, assetTypeId } = await requireSettlement(read.settlements, tenant, settlementId);
  const { items, next } = await read.settlements.items({ merchantId, settlementId }, page);
  const assetType = await assetTypeOf(read.assetTypes, assetTypeId);
  return {
    items: items.map((item) => settlementItemToProto(item, assetType)),
    nextPageToken: pageToken(next, binding),
  };
};

/** Where to find a settlement on its network. */
export const getBlockchainReference: Handler<
  GetBlockchainReferenceRequest,
  GetBlockchainReferenceResponse
> = async ({ request, tenant, read }) => {
  const { settlementId, network, blockchainReference } = await requireSettlement(
    read.settlements,
    tenant,
    request.settlementId,
  );
  if (blockchainReference === undefined)
    throw new Failure("STATE_CONFLICT", {
      reason: "TRANSFER_NOT_PREPARED",
      message: "The transfer has not been prepared yet.",
    });
  return { blockchainReference: { settlementId, network, blockchainReference } };
};

/** How deep the network has confirmed a settlement. */
export const getConfirmations: Handler<GetConfirmationsRequest, GetConfirmationsResponse> = async ({
  request,
  tenant,
  read,
}) => {
  const { settlementId, confirmationCount, confirmationsRequired, status } = await requireSettlement(
    read.settlements,
    tenant,
    request.settlementId,
  );
  return {
    confirmations: {
      settlementId,
      confirmationCount,
      confirmationsRequired,
      settlementStatus: settlementStatusToProto(status),
    },
  };
};

/** The settlement, if it is the tenant's. @throws Failure NOT_FOUND, the same for unknown and foreign ones */
async function requireSettlement(
  reader: SettlementReader,
  tenant: Tenant,
  settlementId: string,
): Promise<Settlement> {
  const settlement = await reader.get(tenant, settlementId);
  if (!settlement) throw new Failure("NOT_FOUND");
  return settlement;
}
