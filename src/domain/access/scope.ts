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

/** Permitted scopes by holder. */
export const tenantScopes: Readonly<Record<Exclude<HolderKind, "operator">, readonly string[]>> = {
  terminal,
  merchant: [
    ...terminal,
    "merchants.write",
    "credentials.write",
    "terminals.write",
    "events.write",
    "audit.read",
  ],
  publisher: [
    "publishers.read",
    "publishers.write",
    "publishers.issue",
    "credentials.write",
    "transactions.read",
    "tickets.read",
    "tickets.write",
    "events.read",
    "events.write",
    "identities.read",
    "verification.read",
    "audit.read",
  ],
  holder: ["wallets.read", "wallets.write", "wallets.pay", "events.read", "events.write", "audit.read"],
};

/** Every scope: the operator may hold what its tenants may, and a few more. */
export const operatorScopes: readonly string[] = [
  ...new Set(Object.values(tenantScopes).flat()),
  "merchants.admin",
  "operators.admin",
  "publishers.admin",
  "sandbox.admin",
  "tenants.read",
];

/** Tells whether a holder of this kind may hold the scope. `known` are the scopes of the contract. */
export function mayHold(owner: HolderKind, scope: string, known: readonly string[]): boolean {
  return known.includes(scope) && (owner === "operator" || tenantScopes[owner].includes(scope));
}

/** Returns the scopes that a holder of this kind may hold. */
export function scopesOf(owner: HolderKind, known: readonly string[]): string[] {
  return known.filter((scope) => mayHold(owner, scope, known));
}

/** Scopes that include a narrower one, by the owner of what is called. Who holds all of them may give the narrower one. */
const broader: Readonly<Record<HolderKind, Readonly<Record<string, readonly string[]>>>> = {
  operator: {
    "credentials.write": ["merchants.write", "publishers.write"],
    "events.write": ["merchants.write", "publishers.write"],
    "terminals.write": ["merchants.write"],
    "tenants.read": ["merchants.admin", "publishers.admin"],
  },
  merchant: {
    "credentials.write": ["merchants.write"],
    "events.write": ["merchants.write"],
    "terminals.write": ["merchants.write"],
  },
  publisher: { "credentials.write": ["publishers.write"], "events.write": ["publishers.write"] },
  terminal: {},
  holder: {},
};

/** Tells whether who holds `held` may give the scope to a credential of such an owner: a credential makes none with more rights than its own. */
export function mayGive(owner: HolderKind, scope: string, held: readonly string[]): boolean {
  return held.includes(scope) || (broader[owner][scope]?.every((wide) => held.includes(wide)) ?? false);
}

/** Returns the scopes that both of two lists allow, where a broader scope allows its narrower ones. */
export const sharedScopes = (owner: HolderKind, one: readonly string[], other: readonly string[]): string[] =>
  [...new Set([...one, ...other])].filter(
    (scope) => mayGive(owner, scope, one) && mayGive(owner, scope, other),
  );
