import type { Timestamp } from "../../../gen/ts/google/protobuf/timestamp.ts";
import type { TicketTerms as TermsMessage } from "../../../gen/ts/pda/asset/v1/ticket_terms.ts";
import type { AssetKind } from "../../domain/asset/asset.ts";
import { DEFAULT_TERMS, type TicketTerms, termsOfAsset } from "../../domain/ticket/ticket.ts";
import { Failure } from "../../rpc/failure.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { timestamp } from "../timestamp.ts";

/** First and last moment that a Timestamp can say. */
const firstMs = Date.parse("0001-01-01T00:00:00.000Z");
const lastMs = Date.parse("9999-12-31T23:59:59.999Z");

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
    ...(notBefore ? { notBefore: dateOf("ticket.not_before", notBefore) } : {}),
    ...(notAfter ? { notAfter: dateOf("ticket.not_after", notAfter) } : {}),
    gateGroups,
    useCount: useCount ?? DEFAULT_TERMS.useCount,
    redeemers,
  };
}

/** To the millisecond; what is finer is cut off. */
function dateOf(field: string, { seconds, nanos }: Timestamp): Date {
  const ms = Number(seconds) * 1000 + Math.floor(nanos / 1_000_000);
  if (nanos < 0 || nanos > 999_999_999 || !(ms >= firstMs && ms <= lastMs))
    throw Failure.ofField(
      "INVALID_ARGUMENT",
      field,
      "TIME_OUT_OF_RANGE",
      "It is no time of the years 1 to 9999.",
    );
  return new Date(ms);
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
