import type { AssetKind } from "../asset/asset.ts";
import type { LifecycleStatus } from "../asset/lifecycle.ts";
import { Refused } from "../refused.ts";

/** The terms of a ticket. The terms never change. Times are business time. */
export interface TicketTerms {
  /** First moment of validity. Absent when the ticket is valid at any time until `notAfter`. */
  readonly notBefore?: Date;
  /** Last moment of validity. Absent when the validity has no end. */
  readonly notAfter?: Date;
  /** Empty means any gate. */
  readonly gateGroups: readonly string[];
  readonly useCount: number;
  /** Merchants that may verify and redeem the ticket, in addition to its publisher. */
  readonly redeemers: readonly string[];
}

/** The default terms of a ticket: one use, at any time, at any gate, redeemed by its publisher. */
export const DEFAULT_TERMS: TicketTerms = { gateGroups: [], useCount: 1, redeemers: [] };

/**
 * A ticket and its uses: unused → partly used → used up, which is terminal.
 * Each redemption is one use and cannot be undone.
 */
export interface Ticket {
  readonly publisherId: string;
  readonly assetId: string;
  readonly terms: TicketTerms;
  readonly usedCount: number;
  readonly lastRedeemedAt?: Date;
}

/** Place and time of a redemption. */
export interface Attempt {
  /** State of the asset. */
  readonly lifecycle: LifecycleStatus;
  /** Business time. */
  readonly at: Date;
  /** The gate, if any. A gate need not belong to a group. */
  readonly gate?: { readonly group?: string };
}

/** Reason against a redemption. */
type TicketReason =
  | "ASSET_NOT_ACTIVE"
  | "ASSET_SUSPENDED"
  | "ASSET_REVOKED"
  | "ASSET_RETIRED"
  | "ALREADY_REDEEMED"
  | "NOT_YET_VALID"
  | "EXPIRED"
  | "WRONG_GATE";

/** The conditions of a redemption, in the order of the answer. */
export type TicketCheckName = "lifecycle" | "uses" | "validity" | "gate_group";

/** One condition. A condition is met when `reason` is absent. `reason` is null when the condition was not checked. */
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

/** Returns the number of uses that are left. */
export function usesLeft({ terms, usedCount }: Pick<Ticket, "terms" | "usedCount">): number {
  return terms.useCount - usedCount;
}

/** Checks every condition of a redemption. The redemption succeeds exactly when no finding has a reason. */
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

/** Checks the validity. Both ends belong to it, as in a certificate (RFC 5280 §4.1.2.5). */
function windowReason({ notBefore, notAfter }: TicketTerms, at: Date): TicketReason | undefined {
  if (notBefore && at < notBefore) return "NOT_YET_VALID";
  return notAfter && at > notAfter ? "EXPIRED" : undefined;
}

function finding(check: TicketCheckName, reason: TicketReason | undefined): TicketFinding {
  return reason === undefined ? { check } : { check, reason };
}

/** Returns the first reason against a redemption, as a refusal. */
export function refusalOf(ticket: Ticket, attempt: Attempt): Refused | undefined {
  const reason = judgeTicket(ticket, attempt).find((each) => each.reason)?.reason;
  return reason ? new Refused(reason, messages[reason](ticket)) : undefined;
}

/** Returns the refusal of a ticket that has been redeemed, or of a tap that has redeemed it. */
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
  NOT_YET_VALID: ({ terms }) => `The ticket is not valid before ${terms.notBefore?.toISOString()}.`,
  EXPIRED: ({ terms }) => `The ticket was valid until ${terms.notAfter?.toISOString()}.`,
  WRONG_GATE: () => "The ticket is not for this group of gates.",
};

/** Returns the terms of a new asset: the given terms, or the default terms for a ticket. Other kinds of assets have no terms. */
export function termsOfAsset(kind: AssetKind, given: TicketTerms | undefined): TicketTerms | undefined {
  return kind === "ticket" ? (given ?? DEFAULT_TERMS) : undefined;
}
