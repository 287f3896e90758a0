import { scopes as knownScopes } from "../../../gen/rest/operations.ts";
import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { type RoleHolder, rolesOf, scopesOfRole } from "../../domain/access/role.ts";
import { mayGive, mayHold, scopesOf } from "../../domain/access/scope.ts";
import { Failure } from "../../rpc/failure.ts";

/** The rights that a request gives to a new credential: scopes, or a role. */
interface RightsRequest {
  readonly scopes: readonly string[];
  readonly role?: string | undefined;
}

/** The rights of a new credential. With a role, the scopes are those that the role has now. */
interface Rights {
  readonly scopes: readonly string[];
  readonly role?: string;
}

/**
 * Returns the rights that a request gives to a credential; no scopes when it names neither scopes nor a role.
 * @throws Failure CONFLICT when it names both, UNKNOWN_REFERENCE about the field, PERMISSION_DENIED when the creator lacks a scope
 */
export function requireRights(owner: RoleHolder, request: RightsRequest, principal: Principal): Rights {
  const { scopes, role } = request;
  if (role === undefined) {
    requireGrantable(owner, scopes, principal);
    return { scopes };
  }
  if (scopes.length > 0)
    throw Failure.ofField("role", "CONFLICT", "Give scopes or a role. The role stands for its scopes.");
  const ofRole = scopesOfRole(owner, role);
  if (!ofRole)
    throw Failure.ofField(
      "role",
      "UNKNOWN_ROLE",
      `${articleOf(owner)} ${owner} cannot have the role ${role}; it may have ${rolesOf(owner)
        .map(({ name }) => name)
        .join(", ")}.`,
    );
  requireGrantable(owner, ofRole, principal);
  return { scopes: ofRole, role };
}

/** Returns the rights of a credential that is nothing without them. @throws Failure as `requireRights`, and REQUIRED when it has none */
export function requireSomeRights(owner: RoleHolder, request: RightsRequest, principal: Principal): Rights {
  if (request.role === undefined && request.scopes.length === 0)
    throw Failure.ofField("scopes", "REQUIRED", "Give at least one scope, or a role.");
  return requireRights(owner, request, principal);
}

/**
 * Checks that the owner's kind may hold every scope, and that the creator holds every scope.
 *
 * @throws Failure UNKNOWN_REFERENCE about the field, PERMISSION_DENIED
 */
export function requireGrantable(owner: RoleHolder, scopes: readonly string[], principal: Principal): void {
  for (const scope of scopes) {
    if (!mayHold(owner, scope, knownScopes))
      throw Failure.ofField(
        "scopes",
        "UNKNOWN_SCOPE",
        `${articleOf(owner)} ${owner} cannot hold the scope ${scope}; it may hold ${scopesOf(owner, knownScopes).join(", ")}.`,
      );
    if (!mayGive(owner, scope, principal.scopes))
      throw new Failure("SCOPE_MISSING", {
        message: `The credential does not hold ${scope} itself.`,
      });
  }
}

const articleOf = (owner: RoleHolder): string => (owner === "operator" ? "An" : "A");
