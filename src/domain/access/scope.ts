import type { OwnerKind } from "./principal.ts";

/** A terminal takes payments. A terminal must not manage its merchant, or the terminal could make a key that outlives the terminal. */
const terminal = [
  "payments.read",
  "payments.write",
  "refunds.read",
  "refunds.write",
  "settlement.read",
  "transactions.read",
  "merchants.read",
  "tickets.read",
  "tickets.write",
  "events.read",
  "identities.read",
  "verification.read",
];

/** Who may hold scopes: the owner of a key, a merchant's terminal, or the holder of a wallet. */
export type HolderKind = OwnerKind | "terminal" | "holder";

/** Permitted scopes by holder. The operator may hold every scope of the contract. */
const holdableBy: Record<Exclude<HolderKind, "operator">, readonly string[]> = {
  terminal,
  merchant: [...terminal, "merchants.write", "audit.read"],
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
    "audit.read",
  ],
  holder: ["wallets.read", "wallets.write", "wallets.pay"],
};

/** Tells whether a holder of this kind may hold the scope. `known` are the scopes of the contract. */
export function mayHold(owner: HolderKind, scope: string, known: readonly string[]): boolean {
  return known.includes(scope) && (owner === "operator" || holdableBy[owner].includes(scope));
}

/** Returns the scopes that a holder of this kind may hold. */
export function scopesOf(owner: HolderKind, known: readonly string[]): string[] {
  return known.filter((scope) => mayHold(owner, scope, known));
}
