/**
 * The tenant whose resources a caller may see. Every reader takes a tenant, so that no read can omit it.
 * `all` is for the operator and for internal services that are bound to no tenant.
 */
export type Tenant =
  | { readonly kind: "all" }
  | { readonly kind: "merchant"; readonly merchantId: string }
  | { readonly kind: "publisher"; readonly publisherId: string }
  | { readonly kind: "none" };

/** Kinds of owners of a credential. */
export type OwnerKind = "operator" | "merchant" | "publisher";
