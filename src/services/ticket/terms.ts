import type { TicketTerms as TermsMessage } from "../../../gen/ts/pda/asset/v1/ticket_terms.ts";
import type { AssetKind } from "../../domain/asset/asset.ts";
import { DEFAULT_TERMS, type TicketTerms, termsOfAsset } from "../../domain/ticket/ticket.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { requireDate, timestamp } from "../timestamp.ts";

/**
 * The terms of an asset that is to be issued.
 *
 * @throws Failure INVALID_ARGUMENT about the field `ticket` or a member of it
 */
export function termsOfRequest(kind: AssetKind, given: TermsMessage | undefined): TicketTerms | undefined {
  return aboutField("ticket", () => termsOfAsset(kind, given && readTerms(given)));
}

function readTerms({ notBefore, notAfter, gateGroups, useCount, redeemers }: TermsMessage): TicketTerms {
  return {
    ...(notBefore ? { notBefore: requireDate("ticket.not_before", notBefore) } : {}),
    ...(notAfter ? { notAfter: requireDate("ticket.not_after", notAfter) } : {}),
    gateGroups,
    useCount: useCount ?? DEFAULT_TERMS.useCount,
    redeemers,
  };
}

/** Terms as the contract shows them. */
export function termsToProto(terms: TicketTerms): TermsMessage {
  return {
    notBefore: terms.notBefore && timestamp(terms.notBefore),
    notAfter: terms.notAfter && timestamp(terms.notAfter),
    gateGroups: [...terms.gateGroups],
    useCount: terms.useCount,
    redeemers: [...terms.redeemers],
  };
}
