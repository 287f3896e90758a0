import type { OwnerKind } from "./principal.ts";

/** Scopes by who may hold them. The operator may hold every scope of the contract. */
const holdableBy: Record<Exclude<OwnerKind, "operator">, readonly string[]> = {
  merchant: [
    "payments.read",
    "payments.write",
    "refunds.read",
    "refunds.write",
    "settlement.read",
    "transactions.read",
    "merchants.read",
    "merchants.write",
    "tickets.read",
    "tickets.write",
    "events.read",
    "identities.read",
    "verification.read",
  ],
  publisher: [
    "publishers.read",
    "publishers.write",
    "publishers.issue",
    "transactions.read",
    "tickets.read",
    "tickets.write",
    "events.read",
    "identities.read",
    "verification.read",
  ],
};

/** True when an owner of this kind may hold the scope; `known` are the scopes of the contract. */
export function mayHold(owner: OwnerKind, scope: string, known: readonly string[]): boolean {
  return known.includes(scope) && (owner === "operator" || holdableBy[owner].includes(scope));
}

/** The scopes that an owner of this kind may hold. */
export function scopesOf(owner: OwnerKind, known: readonly string[]): string[] {
  return known.filter((scope) => mayHold(owner, scope, known));
}
