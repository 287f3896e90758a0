import type {
  GetTicketRedemptionRequest,
  GetTicketRedemptionResponse,
  GetTicketRequest,
  GetTicketResponse,
  ListTicketRedemptionsRequest,
  ListTicketRedemptionsResponse,
} from "../../../gen/ts/pda/verification/v1/ticket_service.ts";
import type { Ticket } from "../../domain/ticket/ticket.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { TicketReader } from "../../store/ticket/reader.ts";
import { pageRequest, pageToken } from "../contract/page-token.ts";
import type { Receipts } from "../signing/receipts.ts";
import { redemptionToProto, ticketToProto } from "./convert.ts";

/** Returns a ticket of the publisher. */
export const getTicket: Handler<GetTicketRequest, GetTicketResponse> = async ({ request, read }) => ({
  ticket: ticketToProto(await requireOwnTicket(read.tickets, request)),
});

/** @throws Failure NOT_FOUND, the same for an unknown asset, another publisher's asset and an asset that is not a ticket */
async function requireOwnTicket(
  tickets: TicketReader,
  { publisherId, assetId }: { readonly publisherId: string; readonly assetId: string },
): Promise<Ticket> {
  const ticket = await tickets.get(publisherId, assetId);
  if (!ticket) throw new Failure("NOT_FOUND");
  return ticket;
}

/** Returns a redemption that the caller's tenant made, or that used the tenant's ticket. */
export const getTicketRedemption =
  (receipts: Receipts): Handler<GetTicketRedemptionRequest, GetTicketRedemptionResponse> =>
  async ({ request, tenant, read }) => {
    const redemption = await read.tickets.redemption(tenant, request.redemptionId);
    if (!redemption) throw new Failure("NOT_FOUND");
    return { redemption: redemptionToProto(redemption, receipts) };
  };

/** Lists the redemptions of a ticket of the publisher, newest first. */
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
