import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { Failure } from "../rpc/failure.ts";
import type { Route } from "./routes.ts";

/** @throws Failure UNAUTHENTICATED when the route needs a credential and the caller gave none. */
export function requireCredential({ open }: Route, { credentialId }: Principal): void {
  if (open || credentialId !== "") return;
  throw new Failure("UNAUTHENTICATED", {
    reason: "CREDENTIAL_MISSING",
    message: "This operation needs a credential in the Authorization header.",
  });
}

/** @throws Failure PERMISSION_DENIED when the caller lacks the route's scope. The core checks it again, and whose things they are. */
export function authorise({ scope }: Route, { scopes }: Principal): void {
  if (scope === undefined || scopes.includes(scope)) return;
  throw new Failure("PERMISSION_DENIED", {
    reason: "SCOPE_MISSING",
    message: `The credential does not hold the scope ${scope}.`,
  });
}
