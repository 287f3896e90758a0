import { TicketServiceService } from "../../../gen/ts/pda/verification/v1/ticket_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import type { Verifier } from "../verification/verifier.ts";
import { Passes, TicketEvidence } from "./evidence.ts";
import { getTicket, getTicketRedemption, listTicketRedemptions } from "./read-tickets.ts";
import { redeemTicket } from "./redeem-ticket.ts";
import { verifyTicket } from "./verify-ticket.ts";

/** Serves tickets. @param verifier judges evidence */
export function ticketService(
  verifier: Verifier,
  { receipts, signingKeys }: Pick<ServiceDeps, "receipts" | "signingKeys">,
): ServedMethod[] {
  const evidence = new TicketEvidence(verifier, new Passes(signingKeys));
  return implement(TicketServiceService, {
    verifyTicket: verifyTicket(evidence),
    redeemTicket: redeemTicket(evidence, receipts),
    getTicketRedemption: getTicketRedemption(receipts),
    getTicket,
    listTicketRedemptions: listTicketRedemptions(receipts),
  });
}
