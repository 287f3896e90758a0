import type { Tenant } from "../access/principal.ts";
import type { Account, AccountKind, Leg } from "./ledger.ts";

/** One side of a leg, as shown to the owner of its account. */
export interface Entry {
  readonly account: AccountKind;
  readonly direction: "credit" | "debit";
  /** Minor units, above zero. */
  readonly amount: bigint;
  /** Kind of the account on the other side. Its owner stays hidden. */
  readonly counterAccount: AccountKind;
}

/** The scope of a list of movements: all, or the accounts of one owner. */
export type Party =
  | { readonly kind: "all" }
  | { readonly kind: "merchant"; readonly merchantId: string }
  | { readonly kind: "publisher"; readonly publisherId: string };

/** The kinds of accounts of each owner. */
export const accountKindsOf: Record<Exclude<Party["kind"], "all">, readonly string[]> = {
  merchant: ["merchant", "clearing", "settled"],
  publisher: ["issuance"],
};

/** Returns the part of the ledger that a caller may see, or undefined when none. A caller that may see all may name a merchant. */
export function partyOf(tenant: Tenant, merchantId?: string): Party | undefined {
  if (tenant.kind === "none" || tenant.kind === "wallet") return undefined;
  return tenant.kind === "all" && merchantId !== undefined ? { kind: "merchant", merchantId } : tenant;
}

/** Returns the entries of a transaction that a caller may see: those on its own accounts, debit before credit in each leg. */
export function visibleEntries(legs: readonly Leg[], tenant: Tenant): Entry[] {
  return legs.flatMap(({ debit, credit, amount }) => [
    ...(isOwn(debit, tenant)
      ? [{ account: debit.kind, direction: "debit" as const, amount, counterAccount: credit.kind }]
      : []),
    ...(isOwn(credit, tenant)
      ? [{ account: credit.kind, direction: "credit" as const, amount, counterAccount: debit.kind }]
      : []),
  ]);
}

function isOwn({ kind, ownerId }: Account, tenant: Tenant): boolean {
  if (tenant.kind === "all") return true;
  if (tenant.kind === "none" || tenant.kind === "wallet" || !accountKindsOf[tenant.kind].includes(kind))
    return false;
  return ownerId === (tenant.kind === "merchant" ? tenant.merchantId : tenant.publisherId);
}
