import type { CredentialLimits } from "../../gen/ts/pda/access/v1/limits.ts";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { narrowed } from "../domain/access/limits.ts";
import { sharedScopes } from "../domain/access/scope.ts";
import { Failure } from "./failure.ts";
import { tenantOf } from "./tenant.ts";

/** What a caller may do: a part of its principal. */
type Rights = Pick<Principal, "scopes" | "limits">;

/**
 * Returns what two credentials of one owner both allow.
 * @throws Failure PERMISSION_DENIED when their limits have no operation or no asset type in common
 */
export function bothAllow(principal: Principal, other: Rights): Rights {
  const { kind } = tenantOf(principal);
  const owner = kind === "all" ? "operator" : kind === "none" || kind === "wallet" ? "holder" : kind;
  return {
    scopes: sharedScopes(owner, principal.scopes, other.scopes),
    limits: limitsOfBoth(principal.limits, other.limits),
  };
}

function limitsOfBoth(one?: CredentialLimits, other?: CredentialLimits): CredentialLimits | undefined {
  if (!one && !other) return undefined;
  const limits = narrowed(one, other ?? { operations: [] });
  if (!limits)
    throw new Failure("OPERATION_NOT_ALLOWED", {
      message:
        "The limits of the credential and of the key that signed the request have no operation, or no asset type, in common. Sign with another key.",
    });
  const allowedOrigins = limits.allowedOrigins.filter((origin) => other?.allowedOrigins.includes(origin));
  return { operations: [...limits.operations], maximumAmount: limits.maximumAmount, allowedOrigins };
}
