import { type HolderKind, operatorScopes, tenantScopes } from "./scope.ts";

/** A named set of scopes, for credentials of one kind of holder. */
export interface Role {
  readonly name: string;
  /** Whom the role is for, and what its holder can do: one phrase for people. */
  readonly purpose: string;
  readonly scopes: readonly string[];
}

/** Kinds of holders that have credentials with roles. The holder of a wallet always has the same scopes. */
export type RoleHolder = Exclude<HolderKind, "holder">;

/** Reads of what was paid, refunded, settled and booked. */
const moneyReads = ["payments.read", "refunds.read", "settlement.read", "transactions.read"];
const taking = ["payments.read", "payments.write", "merchants.read"];
const gate = ["tickets.read", "tickets.write", "identities.read", "verification.read"];

/** The roles, by the kind of holder. A role means what stands here in the version that checks the credential. */
const roles: Readonly<Record<RoleHolder, readonly Role[]>> = {
  operator: [
    { name: "admin", purpose: "everything", scopes: operatorScopes },
    {
      name: "support",
      purpose: "helps merchants, publishers and holders: reads all that is theirs, and changes nothing",
      scopes: [
        ...moneyReads,
        "events.read",
        "merchants.read",
        "publishers.read",
        "tenants.read",
        "tickets.read",
        "wallets.read",
      ],
    },
    {
      name: "auditor",
      purpose: "reads the audit log, payments, refunds, settlements and transactions, and nothing else",
      scopes: [...moneyReads, "audit.read"],
    },
  ],
  merchant: [
    { name: "owner", purpose: "everything of the merchant", scopes: tenantScopes.merchant },
    {
      name: "manager",
      purpose: "runs the shop and its terminals; makes no credentials, and changes no settlement account",
      scopes: [
        ...moneyReads,
        ...gate,
        "events.read",
        "merchants.read",
        "payments.write",
        "refunds.write",
        "terminals.write",
      ],
    },
    { name: "cashier", purpose: "takes payments and sees them; gives nothing back", scopes: taking },
    {
      name: "accountant",
      purpose: "reads payments, refunds, settlements and statements",
      scopes: [...moneyReads, "merchants.read"],
    },
    {
      name: "developer",
      purpose: "makes and revokes credentials, reads events and sets up webhooks; moves no money",
      scopes: ["credentials.write", "events.read", "events.write", "merchants.read"],
    },
  ],
  terminal: [
    { name: "till", purpose: "everything of a terminal, refunds among it", scopes: tenantScopes.terminal },
    { name: "cashier", purpose: "takes payments and sees them; gives nothing back", scopes: taking },
    { name: "gate", purpose: "verifies and redeems tickets, verifies identities and owners", scopes: gate },
  ],
  publisher: [
    { name: "owner", purpose: "everything of the publisher", scopes: tenantScopes.publisher },
    {
      name: "issuer",
      purpose: "issues assets, binds devices, and reads them",
      scopes: ["events.read", "publishers.issue", "publishers.read", "tickets.read"],
    },
    {
      name: "accountant",
      purpose: "reads balances and transactions",
      scopes: ["publishers.read", "transactions.read"],
    },
    {
      name: "developer",
      purpose: "makes and revokes credentials, reads events and sets up webhooks; issues nothing",
      scopes: ["credentials.write", "events.read", "events.write", "publishers.read"],
    },
  ],
};

/** Returns the roles of a kind of holder. */
export const rolesOf = (holder: RoleHolder): readonly Role[] => roles[holder];

/** Returns the scopes of a role, sorted; undefined for a role that this kind of holder does not have. */
export function scopesOfRole(holder: RoleHolder, name: string): readonly string[] | undefined {
  return roles[holder].find((role) => role.name === name)?.scopes.toSorted();
}
