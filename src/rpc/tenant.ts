import { type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import { type Tenant, tenantUuid } from "../domain/access/principal.ts";

/** Returns the tenant whose resources a caller may see. Unknown kinds see nothing. */
export function tenantOf(principal: Principal): Tenant {
  if (principal.tenantId.startsWith("mer_")) return { kind: "merchant", merchantId: principal.tenantId };
  if (principal.tenantId.startsWith("pub_")) return { kind: "publisher", publisherId: principal.tenantId };
  if (principal.tenantId.startsWith("wal_")) return { kind: "wallet", walletId: principal.tenantId };
  if (principal.tenantId !== "") return { kind: "none" };
  return principal.kind === PrincipalKind.PRINCIPAL_KIND_OPERATOR ||
    principal.kind === PrincipalKind.PRINCIPAL_KIND_SERVICE
    ? { kind: "all" }
    : { kind: "none" };
}

/** Returns the owner of a caller's idempotency keys: its tenant, so that a rotated credential can still repeat a request. */
export function idempotencyCaller(principal: Principal): string {
  if (principal.tenantId !== "") return principal.tenantId;
  return principal.kind === PrincipalKind.PRINCIPAL_KIND_OPERATOR ? "operator" : principal.credentialId;
}

/** Returns the name in the event log of the tenant whose events a caller may see: "" for all tenants, undefined for none. */
export function tenantInLog(principal: Principal): string | undefined {
  const tenant = tenantOf(principal);
  if (tenant.kind === "all") return "";
  return tenant.kind === "none" ? undefined : tenantUuid(tenant);
}
