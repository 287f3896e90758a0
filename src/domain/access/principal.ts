/**
 * Whose resources a caller may see. A reader takes one, so that no read can forget it; `all` is for the operator and for
 * internal services that are bound to no tenant.
 */
export type Tenant =
  | { readonly kind: "all" }
  | { readonly kind: "merchant"; readonly merchantId: string }
  | { readonly kind: "publisher"; readonly publisherId: string }
  | { readonly kind: "none" };

/** Kinds of owners of a credential. */
export type OwnerKind = "operator" | "merchant" | "publisher";
