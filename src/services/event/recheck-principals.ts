import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { Failure } from "../../rpc/failure.ts";
import type { StillAccepted } from "../access/still-accepted.ts";

/**
 * Returns the places of the principals that are no longer accepted. Checks one after the other, so that the credentials of requests
 * find a free connection meanwhile. A principal that cannot be checked keeps no other from being refused.
 * @throws what a check has thrown, when none is refused
 */
export async function recheckPrincipals(
  stillAccepted: StillAccepted,
  principals: readonly Principal[],
): Promise<number[]> {
  const refused: number[] = [];
  const problems: unknown[] = [];
  for (const [place, principal] of principals.entries()) {
    try {
      await stillAccepted(principal);
    } catch (error) {
      if (error instanceof Failure && error.reason === "CREDENTIAL_REFUSED") refused.push(place);
      else problems.push(error);
    }
  }
  if (refused.length === 0 && problems.length > 0) throw problems[0];
  return refused;
}
