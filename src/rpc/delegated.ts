import { createHash, randomBytes } from "node:crypto";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { Store } from "../store/store.ts";
import { Failure } from "./failure.ts";
import type { KeyedCall } from "./idempotent.ts";
import { idempotencyCaller } from "./tenant.ts";

/** A call that is permitted and valid. */
interface DelegatedCall {
  readonly principal: Principal;
  readonly keyed?: KeyedCall;
}

/**
 * Counts a call by a delegation that allows a number of calls, over all cores. A call counts before it runs, whatever its outcome: so no call
 * beyond the number has an effect. A repeat with the same idempotency key and the same request counts once, so that the delegate can
 * always find out what became of its last call.
 *
 * @throws Failure DELEGATION_USED_UP
 */
export async function countDelegatedCall(
  store: Pick<Store, "of">,
  { principal, keyed }: DelegatedCall,
): Promise<void> {
  const { delegation } = principal;
  if (delegation?.count === undefined) return;
  const { digest, count, expireTime } = delegation;
  const expiresAt = new Date(Number(expireTime?.seconds ?? 0) * 1000);
  const use = { digest, use: nameOf(keyed), countMax: count, expiresAt };
  const isAllowed = await store
    .of(idempotencyCaller(principal))
    .transact((tx) => tx.delegationUses.take(use));
  if (!isAllowed)
    throw new Failure("DELEGATION_USED_UP", {
      message: `The delegation allows ${count} calls, and they have been made. Ask its signer for another delegation.`,
    });
}

/** Names a call: 16 bytes, the same for a repeat. Without an idempotency key each call is another one. */
function nameOf(keyed: KeyedCall | undefined): Buffer {
  if (!keyed) return randomBytes(16);
  const { scope, requestHash } = keyed;
  return createHash("sha256")
    .update(`${scope.operation}\n${scope.key}\n`)
    .update(requestHash)
    .digest()
    .subarray(0, 16);
}
