import type { Assurance } from "../asset/policy.ts";

/** The same tap is answered with the redemption that it made for so long: until whoever has lost the answer has asked again. */
export const RETRY_SECONDS = 120;

/** One use of a ticket. It never changes. */
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

/** Where a ticket is redeemed, and by whom. */
export interface Place {
  readonly gate: string;
  readonly gateGroup?: string;
  /** Merchant or publisher; the operator unless given. */
  readonly redeemedBy?: string;
}

/** Whether two places are the same. */
export function isSamePlace(a: Place, b: Place): boolean {
  return a.gate === b.gate && a.gateGroup === b.gateGroup && a.redeemedBy === b.redeemedBy;
}
