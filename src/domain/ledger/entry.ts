import type { Tenant } from "../access/principal.ts";
import type { Account, AccountKind, Leg } from "./ledger.ts";

/** One side of a leg, as the owner of its account sees it. */
export interface Entry {
  readonly account: AccountKind;
  readonly direction: "credit" | "debit";
  /** Minor units, above zero. */
  readonly amount: bigint;
  /** Kind of the account on the other side; whose it is stays hidden. */
  readonly counterAccount: AccountKind;
}

/** Whose movements a list is about: every one, or those on the accounts of one owner. */
export type Party =
  | { readonly kind: "all" }
  | { readonly kind: "merchant"; readonly merchantId: string }
  | { readonly kind: "publisher"; readonly publisherId: string };

/** The accounts that an owner has. */
export const accountKindsOf: Record<Exclude<Party["kind"], "all">, readonly string[]> = {
  merchant: ["merchant", "clearing", "settled"],
  publisher: ["issuance"],
};

/** What a caller may see of the ledger; undefined when nothing. A caller that sees all may name a merchant to see its part. */
export function partyOf(tenant: Tenant, merchantId?: string): Party | undefined {
  if (tenant.kind === "none") return undefined;
  return tenant.kind === "all" && merchantId !== undefined ? { kind: "merchant", merchantId } : tenant;
}

/** The entries of a transaction that a caller may see: those on its own accounts, debit before credit in each leg. */
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
  if (tenant.kind === "none" || !accountKindsOf[tenant.kind].includes(kind)) return false;
  return ownerId === (tenant.kind === "merchant" ? tenant.merchantId : tenant.publisherId);
}
