import * as proto from "../../../gen/ts/pda/verification/v1/ticket.ts";
import type { Redemption } from "../../domain/ticket/redemption.ts";
import { type Ticket, usesLeft } from "../../domain/ticket/ticket.ts";
import type { Receipts } from "../receipts.ts";
import { timestamp } from "../timestamp.ts";
import { assuranceToProto } from "../verification/convert.ts";
import { termsToProto } from "./terms.ts";

/** A ticket as its publisher sees it. */
export function ticketToProto(ticket: Ticket): proto.Ticket {
  return {
    assetId: ticket.assetId,
    terms: termsToProto(ticket.terms),
    usedCount: ticket.usedCount,
    usesLeft: usesLeft(ticket),
    lastRedeemTime: ticket.lastRedeemedAt && timestamp(ticket.lastRedeemedAt),
  };
}

/** @param repeated whether the tap that asks for it made it before */
export function redemptionToProto(
  redemption: Redemption,
  receipts: Receipts,
  repeated = false,
): proto.TicketRedemption {
  const { place } = redemption;
  return {
    redemptionId: redemption.redemptionId,
    assetId: redemption.assetId,
    gate: place.gate,
    gateGroup: place.gateGroup,
    useNumber: redemption.useNumber,
    usesLeft: redemption.usesLeft,
    redeemTime: timestamp(redemption.redeemedAt),
    assurance: assuranceToProto(redemption.assurance),
    redeemedBy: place.redeemedBy,
    receipt: receipts.renewed(redemption.receipt),
    repeated,
  };
}
