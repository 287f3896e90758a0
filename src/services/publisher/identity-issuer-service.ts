import { IdentityIssuerServiceService } from "../../../gen/ts/pda/publisher/v1/identity_issuer_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { getIdentityIssuer } from "./get-identity-issuer.ts";
import { listIdentityIssuers } from "./list-identity-issuers.ts";
import { registerIdentityIssuer } from "./register-identity-issuer.ts";
import { revokeIdentityIssuer } from "./revoke-identity-issuer.ts";

/** Keys with which publishers sign digital identities. */
export function identityIssuerService({ trust }: Pick<ServiceDeps, "trust">): ServedMethod[] {
  return implement(IdentityIssuerServiceService, {
    registerIdentityIssuer: registerIdentityIssuer(trust),
    getIdentityIssuer: getIdentityIssuer(trust),
    listIdentityIssuers: listIdentityIssuers(trust),
    revokeIdentityIssuer: revokeIdentityIssuer(trust),
  });
}
