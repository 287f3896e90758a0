import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { bothAllow } from "../rpc/rights.ts";

/** A caller that signed its last request, and what decides its rights. */
interface Signing {
  readonly principal: Principal;
  readonly signer: string;
}

/** The callers that signed their last request, each beside the one of the unsigned request. */
const known = new WeakMap<Principal, Signing>();

/**
 * Returns the principal of a signed request: that of the other credential, with what the key of the signature may do, too. Requests of one
 * credential and one key share it, because principals are passed on to the core once for many calls.
 * @throws Failure PERMISSION_DENIED when the limits of both leave nothing
 */
export function signedPrincipal(principal: Principal, by: Principal): Principal {
  // The signature is the only credential.
  if (principal === by) return principal;
  const { signedBy, scopes, limits } = by;
  // By content, because a key's rights change while its identifier stays.
  const signer = JSON.stringify([signedBy, scopes, limits]);
  const last = known.get(principal);
  if (last?.signer === signer) return last.principal;
  const made = { ...principal, ...bothAllow(principal, by), signedBy };
  known.set(principal, { principal: made, signer });
  return made;
}
