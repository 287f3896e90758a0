/** Roles that a new key can have, by its owner, the one with the most rights first. */
export const ROLES = {
  operator: ["admin", "support", "auditor"],
  merchant: ["owner", "manager", "cashier", "accountant", "developer"],
  publisher: ["owner", "issuer", "accountant", "developer"],
} as const;
