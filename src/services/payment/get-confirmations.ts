import type {
  GetConfirmationsRequest,
  GetConfirmationsResponse,
} from "../../../gen/ts/pda/payment/v1/settlement_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { requireSettlement } from "./own-settlement.ts";
import { settlementStatusToProto } from "./settlement-convert.ts";

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
