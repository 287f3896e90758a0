import type { MerchantServiceService } from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { requireVersion } from "../contract/precondition.ts";
import { requireFound } from "../contract/require-found.ts";
import { shownMerchant } from "./read-merchants.ts";

export const suspendMerchant = changeStanding("suspended");

export const resumeMerchant = changeStanding("active");

/**
 * Returns a handler that sets a merchant's status. Setting the present status changes nothing.
 *
 * @returns a handler that throws Failure NOT_FOUND, PRECONDITION_FAILED
 */
function changeStanding(
  status: Merchant["status"],
): Handlers<typeof MerchantServiceService>["suspendMerchant"] {
  return async ({ request, transact }) =>
    transact(async (tx) => {
      const { merchantId, reason, ifMatch } = request;
      requireVersion(requireFound(await tx.merchants.lock(merchantId)), ifMatch);
      await tx.merchants.setStatus(merchantId, status, reason);
      return shownMerchant(tx, requireFound(await tx.merchants.get(merchantId)));
    });
}
