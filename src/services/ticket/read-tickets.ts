import type { TicketServiceService } from "../../../gen/ts/pda/verification/v1/ticket_service.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { pageRequest, pageToProto, wholeNumber } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import type { Receipts } from "../signing/receipts.ts";
import { redemptionToProto, ticketToProto } from "./convert.ts";

type Service = Handlers<typeof TicketServiceService>;

/** Returns a ticket of the publisher. */
export const getTicket: Service["getTicket"] = async ({ request, read }) => ({
  ticket: ticketToProto(requireFound(await read.tickets.get(request.publisherId, request.assetId))),
});

/** Returns a redemption that the caller's tenant made, or that used the tenant's ticket. */
export const getTicketRedemption =
  (receipts: Receipts): Service["getTicketRedemption"] =>
  async ({ request, tenant, read }) => {
    const redemption = requireFound(await read.tickets.redemption(tenant, request.redemptionId));
    return { redemption: redemptionToProto(redemption, receipts) };
  };

/** Lists the redemptions of a ticket of the publisher, newest first. */
export const listTicketRedemptions =
  (receipts: Receipts): Service["listTicketRedemptions"] =>
  async ({ request, read }) => {
    const { publisherId, assetId } = request;
    const binding = { list: "ticket_redemptions", publisherId, assetId };
    const page = pageRequest(request, binding, wholeNumber);
    requireFound(await read.tickets.get(publisherId, assetId));
    const found = await read.tickets.redemptions(publisherId, assetId, page);
    return pageToProto(found, binding, (item) => redemptionToProto(item, receipts));
  };
