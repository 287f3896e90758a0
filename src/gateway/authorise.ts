import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { holdsScope, scopeText } from "../rpc/authorise.ts";
import { Failure } from "../rpc/failure.ts";
import { requireOperation } from "../rpc/limits.ts";
import type { Route } from "./routes.ts";

/** Checks that the caller has a credential if the route needs one. @throws Failure UNAUTHENTICATED. */
export function requireCredential({ open }: Route, { credentialId }: Principal): void {
  if (open || credentialId !== "") return;
  throw new Failure("CREDENTIAL_MISSING", {
    message:
      "This operation needs an API key or a signed JWT in the Authorization header, a client certificate, or a signature of the request.",
  });
}

/**
 * Checks that the caller's credential is not limited to other operations, and has the route's scope. The core checks both again, and also
 * the tenant. @throws Failure PERMISSION_DENIED.
 */
export function requireRight({ scope, operation }: Route, principal: Principal): void {
  // The core knows which public operations are closed, and judges them.
  requireOperation(operation, principal, []);
  const { scopes, credentialId, signedBy = credentialId } = principal;
  if (scope === undefined || holdsScope(scope, scopes)) return;
  throw new Failure("SCOPE_MISSING", {
    message:
      signedBy === credentialId
        ? `The credential does not hold the scope ${scopeText(scope)}.`
        : `The credential, or the key that signed the request, does not hold the scope ${scopeText(scope)}. Both must hold it.`,
  });
}
