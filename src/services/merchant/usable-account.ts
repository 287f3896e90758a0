import { Failure } from "../../rpc/failure.ts";
import type { Networks } from "../networks.ts";

/**
 * Asks the networks, so outside a transaction.
 *
 * @throws Failure UNKNOWN_REFERENCE about the field, naming the first account that its network cannot pay to
 */
export async function requireUsable(
  networks: Networks,
  field: string,
  accounts: readonly string[],
): Promise<void> {
  for (const account of accounts) {
    const problem = await networks.accountProblem(account);
    if (problem)
      throw Failure.ofField("UNKNOWN_REFERENCE", field, "UNUSABLE_ACCOUNT", `${account}: ${problem}`);
  }
}
