import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { holdsScope, scopeText } from "../rpc/authorise.ts";
import { Failure } from "../rpc/failure.ts";
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
 * Checks that the caller has the route's scope. The core checks the scope again, and also the tenant. @throws Failure PERMISSION_DENIED.
 */
export function requireScope({ scope }: Route, { scopes }: Principal): void {
  if (scope === undefined || holdsScope(scope, scopes)) return;
  throw new Failure("SCOPE_MISSING", {
    message: `The credential does not hold the scope ${scopeText(scope)}.`,
  });
}
