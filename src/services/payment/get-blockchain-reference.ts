import type {
  GetBlockchainReferenceRequest,
  GetBlockchainReferenceResponse,
} from "../../../gen/ts/pda/payment/v1/settlement_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { requireSettlement } from "./own-settlement.ts";

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
