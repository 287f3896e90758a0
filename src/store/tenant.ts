import type { Tenant } from "../domain/access/principal.ts";
import { uuidOf } from "../domain/identifier/identifier.ts";

/** A UUID that no row has: what a caller sees whose tenant cannot own such rows. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** The merchant that rows are restricted to, or null for no restriction. */
export function merchantOf(tenant: Tenant): string | null {
  if (tenant.kind === "all") return null;
  return tenant.kind === "merchant" ? uuidOf("merchant", tenant.merchantId) : nobody;
}

/** The publisher that rows are restricted to, or null for no restriction. */
export function publisherOf(tenant: Tenant): string | null {
  if (tenant.kind === "all") return null;
  return tenant.kind === "publisher" ? uuidOf("publisher", tenant.publisherId) : nobody;
}
