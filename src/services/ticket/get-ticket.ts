import type {
  GetTicketRequest,
  GetTicketResponse,
} from "../../../gen/ts/pda/verification/v1/ticket_service.ts";
import type { Ticket } from "../../domain/ticket/ticket.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { TicketReader } from "../../store/ticket/reader.ts";
import { ticketToProto } from "./convert.ts";

/** A ticket of the publisher. */
export const getTicket: Handler<GetTicketRequest, GetTicketResponse> = async ({ request, read }) => ({
  ticket: ticketToProto(await requireOwnTicket(read.tickets, request)),
});

/** @throws Failure NOT_FOUND, the same for unknown assets, other publishers' and those that are no tickets */
export async function requireOwnTicket(
  tickets: TicketReader,
  { publisherId, assetId }: { readonly publisherId: string; readonly assetId: string },
): Promise<Ticket> {
  const ticket = await tickets.get(publisherId, assetId);
  if (!ticket) throw new Failure("NOT_FOUND");
  return ticket;
}
