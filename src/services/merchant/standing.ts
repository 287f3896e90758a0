import type { Merchant as MerchantMessage } from "../../../gen/ts/pda/merchant/v1/merchant.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import type { Call } from "../../rpc/handler.ts";
import { lockMerchant, requireMerchant, shownMerchant } from "./get-merchant.ts";

/** What both requests name. */
interface StandingRequest {
  readonly merchantId: string;
  /** Why, for the record. */
  readonly reason: string;
  readonly ifMatch: readonly number[];
}

/** What both answer. */
interface StandingResponse {
  merchant?: MerchantMessage | undefined;
}

/**
 * Puts a merchant out of or back into business. A state that is reached already changes nothing.
 *
 * @throws Failure NOT_FOUND, PRECONDITION_FAILED
 */
export async function changeStanding(
  { request, transact }: Pick<Call<StandingRequest, StandingResponse>, "request" | "transact">,
  status: Merchant["status"],
): Promise<StandingResponse> {
  const { merchantId, reason } = request;
  return transact(async (tx) => {
    await lockMerchant(tx.merchants, request);
    await tx.merchants.setStatus(merchantId, status, reason);
    return shownMerchant(tx, await requireMerchant(tx.merchants, merchantId));
  });
}
