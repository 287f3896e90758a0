import type { TicketTerms as TermsMessage } from "../../../gen/ts/pda/asset/v1/ticket_terms.ts";
import * as proto from "../../../gen/ts/pda/verification/v1/ticket.ts";
import type { AssetKind } from "../../domain/asset/asset.ts";
import type { Redemption } from "../../domain/ticket/redemption.ts";
import {
  DEFAULT_TERMS,
  type Ticket,
  type TicketTerms,
  termsOfAsset,
  usesLeft,
} from "../../domain/ticket/ticket.ts";
import { requireDate, timestamp } from "../contract/timestamp.ts";
import type { Receipts } from "../signing/receipts.ts";
import { assuranceToProto } from "../verification/convert.ts";

/** Returns a ticket as its publisher sees it. */
export function ticketToProto(ticket: Ticket): proto.Ticket {
  return {
    assetId: ticket.assetId,
    terms: termsToProto(ticket.terms),
    usedCount: ticket.usedCount,
    usesLeft: usesLeft(ticket),
    lastRedeemTime: ticket.lastRedeemedAt && timestamp(ticket.lastRedeemedAt),
  };
}

/**
 * Returns a redemption as the contract shows it.
 *
 * @param repeated true when the same tap made this redemption before
 */
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

/**
 * Returns the ticket terms of an asset to be issued.
 *
 * @throws Failure INVALID_ARGUMENT about a time of the terms
 */
export function termsOfRequest(kind: AssetKind, given: TermsMessage | undefined): TicketTerms | undefined {
  return termsOfAsset(kind, given && readTerms(given));
}

function readTerms(given: TermsMessage): TicketTerms {
  const { notBeforeTime, notAfterTime, gateGroups, useCount, redeemers } = given;
  return {
    ...(notBeforeTime ? { notBefore: requireDate("ticket.not_before_time", notBeforeTime) } : {}),
    ...(notAfterTime ? { notAfter: requireDate("ticket.not_after_time", notAfterTime) } : {}),
    gateGroups,
    useCount: useCount ?? DEFAULT_TERMS.useCount,
    redeemers,
  };
}

function termsToProto(terms: TicketTerms): TermsMessage {
  return {
    notBeforeTime: terms.notBefore && timestamp(terms.notBefore),
    notAfterTime: terms.notAfter && timestamp(terms.notAfter),
    gateGroups: [...terms.gateGroups],
    useCount: terms.useCount,
    redeemers: [...terms.redeemers],
  };
}
