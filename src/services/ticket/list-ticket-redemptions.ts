import type {
  ListTicketRedemptionsRequest,
  ListTicketRedemptionsResponse,
} from "../../../gen/ts/pda/verification/v1/ticket_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { pageRequest, pageToken } from "../page-token.ts";
import type { Receipts } from "../receipts.ts";
import { redemptionToProto } from "./convert.ts";
import { requireOwnTicket } from "./get-ticket.ts";

/** Redemptions of a ticket of the publisher, newest first. */
export const listTicketRedemptions =
  (receipts: Receipts): Handler<ListTicketRedemptionsRequest, ListTicketRedemptionsResponse> =>
  async ({ request, read }) => {
    const { publisherId, assetId } = request;
    const binding = { list: "ticket_redemptions", publisherId, assetId };
    const page = pageRequest(request, binding);
    await requireOwnTicket(read.tickets, request);
    const { items, next } = await read.tickets.redemptions(publisherId, assetId, page);
    return {
      items: items.map((item) => redemptionToProto(item, receipts)),
      nextPageToken: pageToken(next, binding),
    };
  };
