import type { CredentialLimits } from "./limits.ts";
import { tenantScopes } from "./scope.ts";

/** What the owner of a key lets a delegate do: named operations, at least one. */
export interface DelegatedRights extends Pick<CredentialLimits, "operations" | "maximumAmount"> {
  /** How many calls the delegate may make in all. Absent: any number. */
  readonly count?: number;
}

/**
 * The scopes whose operations can be delegated: what a terminal may do, and a publisher's issuing. With none of them can a delegate make or
 * revoke credentials, or change where money goes, because that would outlive the delegation.
 */
const scopes: ReadonlySet<string> = new Set([
  ...tenantScopes.terminal,
  "publishers.read",
  "publishers.issue",
]);

/** What they leave behind works on after the delegation has ended: an identity issuer signs identities, and a chip proves and pays. */
const lasting: ReadonlySet<string> = new Set(["RegisterIdentityIssuer", "BindDevice"]);

/** An operation of the contract, as far as it matters here. */
interface Delegable {
  readonly method: string;
  readonly access: { readonly kind: string; readonly scope?: string };
}

/** Tells whether an operation can be delegated. */
export function canBeDelegated({ method, access: { kind, scope } }: Delegable): boolean {
  return kind !== "peer" && (scope === undefined || scopes.has(scope)) && !lasting.has(method);
}
