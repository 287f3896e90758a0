import { uuidOf } from "../identifier/identifier.ts";

/**
 * The tenant whose resources a caller may see. Every reader takes a tenant, so that no read can omit it.
 * `all` is for the operator and for internal services that are bound to no tenant.
 */
export type Tenant =
  | { readonly kind: "all" }
  | { readonly kind: "merchant"; readonly merchantId: string }
  | { readonly kind: "publisher"; readonly publisherId: string }
  /** The holder of a wallet. */
  | { readonly kind: "wallet"; readonly walletId: string }
  | { readonly kind: "none" };

/** Kinds of owners of a credential. */
export type OwnerKind = "operator" | "merchant" | "publisher";

/** Returns the UUID that names a tenant in the event log. */
export function tenantUuid(tenant: Exclude<Tenant, { readonly kind: "all" | "none" }>): string {
  switch (tenant.kind) {
    case "merchant":
      return uuidOf("merchant", tenant.merchantId);
    case "publisher":
      return uuidOf("publisher", tenant.publisherId);
    case "wallet":
      return uuidOf("wallet", tenant.walletId);
  }
}
