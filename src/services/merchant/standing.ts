import type {
  SuspendMerchantRequest,
  SuspendMerchantResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import type { Handler } from "../../rpc/handler.ts";
import { lockMerchant, requireMerchant, shownMerchant } from "./read-merchants.ts";

export const suspendMerchant = changeStanding("suspended");

export const resumeMerchant = changeStanding("active");

/**
 * Returns a handler that sets a merchant's status. Setting the present status changes nothing.
 *
 * @returns a handler that throws Failure NOT_FOUND, PRECONDITION_FAILED
 */
function changeStanding(
  status: Merchant["status"],
): Handler<SuspendMerchantRequest, SuspendMerchantResponse> {
  return async ({ request, transact }) =>
    transact(async (tx) => {
      const { merchantId, reason } = request;
      await lockMerchant(tx.merchants, request);
      await tx.merchants.setStatus(merchantId, status, reason);
      return shownMerchant(tx, await requireMerchant(tx.merchants, merchantId));
    });
}
