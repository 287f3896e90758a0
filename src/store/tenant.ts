import { type Tenant, tenantUuid } from "../domain/access/principal.ts";
import { uuidOf } from "../domain/identifier/identifier.ts";

/** A UUID that no row has. It restricts a caller whose tenant cannot own such rows to an empty result. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** Returns the UUID of the tenant to which rows are restricted; null for no restriction. */
export function tenantUuidOf(tenant: Tenant): string | null {
  if (tenant.kind === "all") return null;
  return tenant.kind === "none" ? nobody : tenantUuid(tenant);
}

/** Returns the merchant to which rows are restricted; null for no restriction. */
export function merchantOf(tenant: Tenant): string | null {
  if (tenant.kind === "all") return null;
  return tenant.kind === "merchant" ? uuidOf("merchant", tenant.merchantId) : nobody;
}

/** Returns the publisher to which rows are restricted; null for no restriction. */
export function publisherOf(tenant: Tenant): string | null {
  if (tenant.kind === "all") return null;
  return tenant.kind === "publisher" ? uuidOf("publisher", tenant.publisherId) : nobody;
}

/** Returns the UUID of a merchant, a publisher or a wallet. @throws Error for another identifier */
export function uuidOfTenant(tenantId: string): string {
  if (tenantId.startsWith("wal_")) return uuidOf("wallet", tenantId);
  return tenantId.startsWith("mer_") ? uuidOf("merchant", tenantId) : uuidOf("publisher", tenantId);
}
