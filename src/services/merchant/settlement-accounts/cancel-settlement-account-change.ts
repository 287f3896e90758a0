import type {
  CancelSettlementAccountChangeRequest,
  CancelSettlementAccountChangeResponse,
} from "../../../../gen/ts/pda/merchant/v1/settlement_account_service.ts";
import { cancelChange } from "../../../domain/merchant/settlement-account.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { changeToProto } from "../convert.ts";
import { changeEvent } from "./events.ts";

/**
 * Cancels a change that is not in force. The change is locked first and the time asked then: a settlement that goes by a change holds it
 * too, so either it has come first and the change is in force, or it waits and finds the change cancelled.
 */
export const cancelSettlementAccountChange: Handler<
  CancelSettlementAccountChangeRequest,
  CancelSettlementAccountChangeResponse
> = async ({ request, transact }) =>
  transact(async (tx) => {
    const change = await tx.settlementAccounts.lock(request.merchantId, request.changeId);
    if (!change) throw new Failure("NOT_FOUND");
    const cancelled = cancelChange(change, await tx.clock.moment());
    if (cancelled !== change) {
      await tx.settlementAccounts.saveCancelled(cancelled);
      await tx.outbox.append([changeEvent(cancelled)]);
    }
    return { settlementAccountChange: changeToProto(cancelled) };
  });
