import type { ErrorReason } from "../../gen/errors/catalogue.ts";
import type { Operation } from "../../gen/rest/operations.ts";
import { type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import { Failure } from "./failure.ts";
import { tenantOf } from "./tenant.ts";

/** The peer of a call: known by its certificate, and its principal, which the gateway states for its callers. */
export interface Caller {
  readonly principal: Principal;
  /** Tier name of the peer, e.g. `gateway`; `service` for internal services. */
  readonly peer: string;
  /** Checks once more that an internal service has a grant; absent for other peers. @throws Failure PEER_UNKNOWN */
  readonly stillGranted?: (() => void) | undefined;
}

/**
 * Checks the access of an operation and denies by default. An operation allows everyone (public), callers with a scope, known callers, or
 * one tier.
 *
 * @param closed public operations that this deployment has closed to callers without a credential
 * @throws Failure UNAUTHENTICATED, PERMISSION_DENIED
 */
export function authorise(operation: Operation, caller: Caller, closed: readonly string[]): void {
  const { access } = operation;
  const anonymous = caller.principal.kind === PrincipalKind.PRINCIPAL_KIND_ANONYMOUS;
  switch (access.kind) {
    case "peer":
      if (!access.peer.split("|").includes(caller.peer))
        throw denied("This operation is internal and not open to this caller.", "INTERNAL_OPERATION");
      return;
    case "public":
      if (anonymous && closed.includes(operation.method)) throw new Failure("CREDENTIAL_MISSING");
      return;
    case "credential":
      if (anonymous) throw new Failure("CREDENTIAL_MISSING");
      return;
    case "scope":
      if (anonymous) throw new Failure("CREDENTIAL_MISSING");
      if (!holdsScope(access, caller.principal.scopes))
        throw denied(`The credential lacks the scope ${scopeText(access)}.`, "SCOPE_MISSING");
  }
}

/** The scope of an operation, and a narrower one that suffices. */
export interface ScopeAccess {
  readonly scope: string;
  readonly narrower?: string;
}

/** Tells whether scopes allow an operation. */
export function holdsScope({ scope, narrower }: ScopeAccess, held: readonly string[]): boolean {
  return held.includes(scope) || (narrower !== undefined && held.includes(narrower));
}

/** Returns the scopes that allow an operation, for a message. */
export const scopeText = ({ scope, narrower }: ScopeAccess): string =>
  narrower === undefined ? scope : `${scope} or ${narrower}`;

/**
 * Checks that a caller with a tenant names only its own tenant.
 *
 * @param named the value of the request field that the contract marks as the tenant; empty when the request names no tenant
 * @throws Failure PERMISSION_DENIED, the same whether the other tenant exists or not
 */
export function authoriseTenant(principal: Principal, named: unknown): void {
  if (named === undefined || named === "" || tenantOf(principal).kind === "all") return;
  if (named !== principal.tenantId) throw denied("The credential belongs to another tenant.", "OTHER_TENANT");
}

/**
 * Checks that a holder names only its own wallet.
 *
 * @param named the value of the request field that the contract marks as the wallet
 * @throws Failure PERMISSION_DENIED, the same whether the other wallet exists or not
 */
export function authoriseWallet({ kind, tenantId }: Principal, named: unknown): void {
  if (kind === PrincipalKind.PRINCIPAL_KIND_WALLET && (tenantId === "" || named !== tenantId))
    throw denied("The key belongs to another wallet, or to none.", "OTHER_TENANT");
}

function denied(message: string, reason: ErrorReason): Failure {
  return new Failure(reason, { message });
}
