import type {
  GetTicketRedemptionRequest,
  GetTicketRedemptionResponse,
} from "../../../gen/ts/pda/verification/v1/ticket_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { Receipts } from "../receipts.ts";
import { redemptionToProto } from "./convert.ts";

/** A redemption that the caller's tenant made, or of its ticket. */
export const getTicketRedemption =
  (receipts: Receipts): Handler<GetTicketRedemptionRequest, GetTicketRedemptionResponse> =>
  async ({ request, tenant, read }) => {
    const redemption = await read.tickets.redemption(tenant, request.redemptionId);
    if (!redemption) throw new Failure("NOT_FOUND");
    return { redemption: redemptionToProto(redemption, receipts) };
  };
