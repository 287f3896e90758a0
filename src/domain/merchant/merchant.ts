import type { RequestSigning } from "../access/request-signing.ts";
import { Refused } from "../refused.ts";

/** A business that is paid through the service. Active ⇄ suspended. A suspended merchant takes no payments. */
export interface Merchant {
  readonly merchantId: string;
  readonly name: string;
  readonly status: "active" | "suspended";
  /** CAIP-10, at most one per network. */
  readonly settlementAccounts: readonly string[];
  readonly createdAt: Date;
  /** The merchant's web site. */
  readonly website?: string;
  /** Web page where payers get help. */
  readonly supportUrl?: string;
  /** Requests that must be signed, whichever of its credentials the merchant uses. */
  readonly requestSigning: RequestSigning;
  /** Grows with each change of name, addresses and status. */
  readonly version: number;
}

/** The merchant's data that its payments depend on. */
export type MerchantStanding = Pick<Merchant, "merchantId" | "name" | "status">;

/** @throws Refused MERCHANT_NOT_ACTIVE */
export function requireActiveMerchant(merchant: Pick<Merchant, "status">): void {
  if (merchant.status !== "active")
    throw new Refused("MERCHANT_NOT_ACTIVE", `The merchant is ${merchant.status}.`);
}

/** Returns the CAIP-2 network of a CAIP-10 account. */
export function networkOf(account: string): string {
  return account.split(":").slice(0, 2).join(":");
}
