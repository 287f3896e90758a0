import { newId } from "../identifier/identifier.ts";
import { Refused } from "../refused.ts";
import { networkOf } from "./merchant.ts";

/**
 * A change of the account that a merchant is paid to, on one network.
 * `pending` → effective, automatically at its time. `pending` → cancelled, by the merchant or the operator before that.
 * Effective and cancelled are terminal.
 * On each network the latest effective change applies.
 */
export interface SettlementAccountChange {
  readonly changeId: string;
  readonly merchantId: string;
  /** CAIP-2. */
  readonly network: string;
  /** CAIP-10, on that network. Absent when the change removes the account. */
  readonly account?: string;
  readonly status: "pending" | "effective" | "cancelled";
  /** The credential that requested the change. Absent for an account from the registration. */
  readonly requestedBy?: string;
  readonly createdAt: Date;
  readonly effectiveAt: Date;
  readonly cancelledAt?: Date;
}

/** A request for a change. */
export interface AskedAccount {
  readonly merchantId: string;
  readonly network: string;
  readonly account?: string;
  readonly requestedBy: string;
}

/** A merchant's settlement account on a network. */
export interface AccountsOfNetwork {
  /** The account in force. Undefined when none is in force. */
  readonly account: string | undefined;
  readonly pending: boolean;
}

/**
 * Makes a change that comes into force after the delay.
 *
 * @throws Refused CHANGE_PENDING, ACCOUNT_UNCHANGED
 */
export function requestChange(
  asked: AskedAccount,
  present: AccountsOfNetwork,
  now: Date,
  delaySeconds: number,
): SettlementAccountChange {
  if (asked.account !== undefined && networkOf(asked.account) !== asked.network)
    throw new RangeError("the account is on another network");
  if (present.pending)
    throw new Refused(
      "CHANGE_PENDING",
      "A change on this network is already pending. Cancel that change first.",
    );
  if (present.account === asked.account)
    throw new Refused("ACCOUNT_UNCHANGED", "The settlement account is already set to this value.");
  return {
    ...asked,
    changeId: newId("settlementAccountChange"),
    status: "pending",
    createdAt: now,
    effectiveAt: new Date(now.getTime() + delaySeconds * 1000),
  };
}

/**
 * Cancels a pending change. Returns a cancelled change unchanged.
 *
 * @param now the present time, read while the change is locked, so that no settlement can have used the change
 * @throws Refused CHANGE_EFFECTIVE
 */
export function cancelChange(change: SettlementAccountChange, now: Date): SettlementAccountChange {
  if (change.status === "cancelled") return change;
  if (change.effectiveAt.getTime() <= now.getTime())
    throw new Refused("CHANGE_EFFECTIVE", "The change is already in force. Request a new change instead.");
  return { ...change, status: "cancelled", cancelledAt: now };
}
