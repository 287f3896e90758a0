import { newId } from "../identifier/identifier.ts";
import { Refused } from "../refused.ts";
import { networkOf } from "./merchant.ts";

/**
 * A change of the account on one network that a merchant is paid to. `pending` → effective at its time, by itself; cancelled by the
 * merchant or the operator before that; both are terminal. On each network the change that came into force last holds.
 */
export interface SettlementAccountChange {
  readonly changeId: string;
  readonly merchantId: string;
  /** CAIP-2. */
  readonly network: string;
  /** CAIP-10, on that network; absent: none from then on. */
  readonly account?: string;
  readonly status: "pending" | "effective" | "cancelled";
  /** The credential; absent for an account of the registration. */
  readonly requestedBy?: string;
  readonly createdAt: Date;
  readonly effectiveAt: Date;
  readonly cancelledAt?: Date;
}

/** What is asked for. */
export interface AskedAccount {
  readonly merchantId: string;
  readonly network: string;
  readonly account?: string;
  readonly requestedBy: string;
}

/** Where a merchant stands on a network. */
export interface AccountsOfNetwork {
  /** In force; undefined: none. */
  readonly account: string | undefined;
  readonly pending: boolean;
}

/**
 * A change that comes into force after the delay.
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
    throw new Refused("CHANGE_PENDING", "A change on this network is pending already; cancel that first.");
  if (present.account === asked.account) throw new Refused("ACCOUNT_UNCHANGED", "That is how it is already.");
  return {
    ...asked,
    changeId: newId("settlementAccountChange"),
    status: "pending",
    createdAt: now,
    effectiveAt: new Date(now.getTime() + delaySeconds * 1000),
  };
}

/**
 * pending → cancelled; a cancelled one is returned as it is.
 *
 * @param now the time at this very moment, with the change locked: no settlement can have gone by it then
 * @throws Refused CHANGE_EFFECTIVE
 */
export function cancelChange(change: SettlementAccountChange, now: Date): SettlementAccountChange {
  if (change.status === "cancelled") return change;
  if (change.effectiveAt.getTime() <= now.getTime())
    throw new Refused("CHANGE_EFFECTIVE", "The change is in force already; request another one.");
  return { ...change, status: "cancelled", cancelledAt: now };
}
