import type { Assurance } from "../asset/policy.ts";

/** Time for which a repeat of the same tap gets the stored redemption, for a caller that has lost the answer. */
export const RETRY_SECONDS = 120;

/** One use of a ticket. A redemption never changes. */
export interface Redemption {
  readonly redemptionId: string;
  readonly publisherId: string;
  readonly assetId: string;
  readonly place: Place;
  /** From 1. */
  readonly useNumber: number;
  readonly usesLeft: number;
  /** Business time. */
  readonly redeemedAt: Date;
  readonly assurance: Assurance;
  readonly receipt: string;
}

/** The place of a redemption, and its caller. */
export interface Place {
  readonly gate: string;
  readonly gateGroup?: string;
  /** Merchant or publisher. Absent when the operator redeemed the ticket. */
  readonly redeemedBy?: string;
}

/** Tells whether two places are the same. */
export function isSamePlace(a: Place, b: Place): boolean {
  return a.gate === b.gate && a.gateGroup === b.gateGroup && a.redeemedBy === b.redeemedBy;
}
