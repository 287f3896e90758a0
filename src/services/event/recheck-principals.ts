import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { Failure } from "../../rpc/failure.ts";
import type { StillAccepted } from "../access/still-accepted.ts";

/**
 * Returns the places of the principals that are no longer accepted. Checks one after the other, so that the credentials of requests
 * find a free connection meanwhile.
 */
export async function recheckPrincipals(
  stillAccepted: StillAccepted,
  principals: readonly Principal[],
): Promise<number[]> {
  const refused: number[] = [];
  for (const [place, principal] of principals.entries()) {
    try {
      await stillAccepted(principal);
    } catch (error) {
      if (!(error instanceof Failure) || error.reason !== "CREDENTIAL_REFUSED") throw error;
      refused.push(place);
    }
  }
  return refused;
}
