import type { AssetKind } from "../asset/asset.ts";
import type { LifecycleStatus } from "../asset/lifecycle.ts";
import { Refused } from "../refused.ts";

/** On what terms a ticket can be redeemed. They never change. Times are business time. */
export interface TicketTerms {
  /** First moment; at any time before the last one unless given. */
  readonly notBefore?: Date;
  /** Last moment; without an end unless given. */
  readonly notAfter?: Date;
  /** Empty: any gate. */
  readonly gateGroups: readonly string[];
  readonly useCount: number;
  /** Merchants that may verify and redeem it beside its publisher. */
  readonly redeemers: readonly string[];
}

/** A ticket whose publisher has stated no terms: once, at any time, at any gate, by its publisher. */
export const DEFAULT_TERMS: TicketTerms = { gateGroups: [], useCount: 1, redeemers: [] };

/**
 * A ticket and what has been used of it: unused → used in part → used up, which is terminal. Each redemption is one use; none is ever
 * given back.
 */
export interface Ticket {
  readonly publisherId: string;
  readonly assetId: string;
  readonly terms: TicketTerms;
  readonly usedCount: number;
  readonly lastRedeemedAt?: Date;
}

/** Where and when a ticket is to be redeemed. */
export interface Attempt {
  /** State of the asset. */
  readonly lifecycle: LifecycleStatus;
  /** Business time. */
  readonly at: Date;
  /** The gate, if there is one; it need not belong to a group. */
  readonly gate?: { readonly group?: string };
}

/** What stands against a redemption. */
type TicketReason =
  | "ASSET_NOT_ACTIVE"
  | "ASSET_SUSPENDED"
  | "ASSET_REVOKED"
  | "ASSET_RETIRED"
  | "ALREADY_REDEEMED"
  | "NOT_YET_VALID"
  | "EXPIRED"
  | "WRONG_GATE";

/** The conditions of a redemption, in the order in which they are answered. */
export type TicketCheckName = "lifecycle" | "uses" | "validity" | "gate_group";

/** One condition: met unless there is a reason, and null where it was not asked for. */
export interface TicketFinding {
  readonly check: TicketCheckName;
  readonly reason?: TicketReason | null;
}

const lifecycleReasons: Record<LifecycleStatus, TicketReason | undefined> = {
  issued: "ASSET_NOT_ACTIVE",
  active: undefined,
  suspended: "ASSET_SUSPENDED",
  revoked: "ASSET_REVOKED",
  retired: "ASSET_RETIRED",
};

/** How often it can still be redeemed. */
export function usesLeft({ terms, usedCount }: Pick<Ticket, "terms" | "usedCount">): number {
  return terms.useCount - usedCount;
}

/** Every condition of a redemption. It succeeds exactly when no finding has a reason. */
export function judgeTicket(ticket: Ticket, { lifecycle, at, gate }: Attempt): TicketFinding[] {
  const { gateGroups } = ticket.terms;
  const atRightGate =
    gateGroups.length === 0 || (gate?.group !== undefined && gateGroups.includes(gate.group));
  return [
    finding("lifecycle", lifecycleReasons[lifecycle]),
    finding("uses", usesLeft(ticket) > 0 ? undefined : "ALREADY_REDEEMED"),
    finding("validity", windowReason(ticket.terms, at)),
    gate
      ? finding("gate_group", atRightGate ? undefined : "WRONG_GATE")
      : { check: "gate_group", reason: null },
  ];
}

/** Both ends belong to the window, as those of a certificate do (RFC 5280 §4.1.2.5). */
function windowReason({ notBefore, notAfter }: TicketTerms, at: Date): TicketReason | undefined {
  if (notBefore && at < notBefore) return "NOT_YET_VALID";
  return notAfter && at > notAfter ? "EXPIRED" : undefined;
}

function finding(check: TicketCheckName, reason: TicketReason | undefined): TicketFinding {
  return reason === undefined ? { check } : { check, reason };
}

/** The first thing that stands against a redemption, as a refusal. */
export function refusalOf(ticket: Ticket, attempt: Attempt): Refused | undefined {
  const reason = judgeTicket(ticket, attempt).find((each) => each.reason)?.reason;
  return reason ? new Refused(reason, messages[reason](ticket)) : undefined;
}

/** The refusal of a ticket that has been redeemed, or a tap that has redeemed it. */
export function alreadyRedeemed(at: Date): Refused {
  return new Refused("ALREADY_REDEEMED", `The ticket was redeemed at ${at.toISOString()}.`);
}

const messages: Record<TicketReason, (ticket: Ticket) => string> = {
  ASSET_NOT_ACTIVE: () => "The ticket is not active yet.",
  ASSET_SUSPENDED: () => "The ticket is suspended.",
  ASSET_REVOKED: () => "The ticket is revoked.",
  ASSET_RETIRED: () => "The ticket is retired.",
  ALREADY_REDEEMED: ({ terms, lastRedeemedAt }) => {
    const at = lastRedeemedAt?.toISOString();
    return terms.useCount === 1
      ? `The ticket was redeemed at ${at}.`
      : `All ${terms.useCount} uses of the ticket are redeemed, the last at ${at}.`;
  },
  NOT_YET_VALID: ({ terms }) => `The ticket is valid from ${terms.notBefore?.toISOString()} on.`,
  EXPIRED: ({ terms }) => `The ticket was valid until ${terms.notAfter?.toISOString()}.`,
  WRONG_GATE: () => "The ticket is not for this group of gates.",
};

/**
 * The terms of an asset that is to be issued: its own, or for a ticket without any the default ones; none for another kind of asset.
 *
 * @throws Refused TERMS_WITHOUT_TICKET, VALIDITY_EMPTY
 */
export function termsOfAsset(kind: AssetKind, given: TicketTerms | undefined): TicketTerms | undefined {
  if (kind !== "ticket") {
    if (given) throw new Refused("TERMS_WITHOUT_TICKET", `An asset of the kind ${kind} has no ticket terms.`);
    return undefined;
  }
  const { notBefore, notAfter } = given ?? {};
  if (notBefore && notAfter && notAfter < notBefore)
    throw new Refused("VALIDITY_EMPTY", "The ticket would end before it begins.");
  return given ?? DEFAULT_TERMS;
}
