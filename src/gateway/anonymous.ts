import { type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";

/** The principal of a caller without a credential. */
export const ANONYMOUS: Principal = Object.freeze({
  kind: PrincipalKind.PRINCIPAL_KIND_ANONYMOUS,
  tenantId: "",
  credentialId: "",
  scopes: [],
});
