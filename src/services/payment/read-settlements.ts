import type { SettlementServiceService } from "../../../gen/ts/pda/payment/v1/settlement_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { assetTypeOf, assetTypesOf } from "../asset/asset-types.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import { createdRange, timeRangeBinding, timeRangeOf } from "../contract/time-range.ts";
import {
  settlementItemToProto,
  settlementStatusOf,
  settlementStatusToProto,
  settlementToProto,
} from "./settlement-convert.ts";

type Service = Handlers<typeof SettlementServiceService>;

/** Returns one settlement of the caller's tenant. */
export const getSettlement: Service["getSettlement"] = async ({ request, tenant, read }) => {
  const settlement = requireFound(await read.settlements.get(tenant, request.settlementId));
  return {
    settlement: settlementToProto(settlement, await assetTypeOf(read.assetTypes, settlement.assetTypeId)),
  };
};

/** Lists the settlements of the caller's tenant, newest first. With a payment, it lists only the settlement of that payment. */
export const listSettlements: Service["listSettlements"] = async ({ request, tenant, principal, read }) => {
  const { merchantId, paymentId, settlementStatus } = request;
  const range = timeRangeOf(request);
  const binding = {
    list: "settlements",
    tenant: principal.tenantId,
    paymentId,
    settlementStatus,
    // Absent without the filter, so that the page tokens of an earlier version stay valid during an upgrade.
    ...(merchantId === undefined ? {} : { merchantId }),
    ...timeRangeBinding(range),
  };
  const page = pageRequest(request, binding, "settlement");
  const status = settlementStatusOf(settlementStatus);
  const filter = {
    ...(merchantId ? { merchantId } : {}),
    ...(paymentId ? { paymentId } : {}),
    ...(status ? { status } : {}),
    ...(await createdRange(range, read)),
  };
  const found = await read.settlements.list(tenant, filter, page);
  const typeOf = await assetTypesOf(read.assetTypes, found.items);
  return pageToProto(found, binding, (settlement) => settlementToProto(settlement, typeOf(settlement)));
};

/** The form of the positions in a settlement's list of items. */
const paymentOrRefund = /^(pay|rfd)_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Lists the payments and refunds of a settlement of the caller's tenant: payments first, each kind oldest first. */
export const listSettlementItems: Service["listSettlementItems"] = async ({
  request,
  tenant,
  principal,
  read,
}) => {
  const { settlementId } = request;
  const binding = { list: "settlement-items", tenant: principal.tenantId, settlementId };
  const page = pageRequest(request, binding, paymentOrRefund);
  const { merchantId, assetTypeId } = requireFound(await read.settlements.get(tenant, settlementId));
  const found = await read.settlements.items({ merchantId, settlementId }, page);
  const assetType = await assetTypeOf(read.assetTypes, assetTypeId);
  return pageToProto(found, binding, (item) => settlementItemToProto(item, assetType));
};

/** Returns where to find a settlement on its network. */
export const getBlockchainReference: Service["getBlockchainReference"] = async ({
  request,
  tenant,
  read,
}) => {
  const { settlementId, network, blockchainReference } = requireFound(
    await read.settlements.get(tenant, request.settlementId),
  );
  if (blockchainReference === undefined)
    throw new Failure("TRANSFER_NOT_PREPARED", {
      message: "The transfer has not been prepared yet; try again later.",
    });
  return { blockchainReference: { settlementId, network, blockchainReference } };
};

/** Returns the number of confirmations that a settlement has on its network. */
export const getConfirmations: Service["getConfirmations"] = async ({ request, tenant, read }) => {
  const { settlementId, confirmationCount, confirmationsRequired, status } = requireFound(
    await read.settlements.get(tenant, request.settlementId),
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
