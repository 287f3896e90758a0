import type {
  SuspendMerchantRequest,
  SuspendMerchantResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import type { Handler } from "../../rpc/handler.ts";
import { lockMerchant, requireMerchant, shownMerchant } from "./read-merchants.ts";

/** Puts a merchant out of business for a time. */
export const suspendMerchant = changeStanding("suspended");

/** Puts a suspended merchant back into business. */
export const resumeMerchant = changeStanding("active");

/**
 * Puts a merchant into a state. A state that is reached already changes nothing.
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
