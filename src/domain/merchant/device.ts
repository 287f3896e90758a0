import { Refused } from "../refused.ts";

/** A terminal of a merchant. Active ⇄ suspended → removed, which is terminal. Its keys are accepted only while it is active. */
export interface MerchantDevice {
  readonly deviceId: string;
  readonly merchantId: string;
  readonly name: string;
  readonly status: "active" | "suspended" | "removed";
  readonly createdAt: Date;
  readonly removedAt?: Date;
  /** Grows with each change. */
  readonly version: number;
}

/** Checks that a terminal is not removed. @throws Refused TERMINAL_REMOVED */
export function requirePresent({ status }: Pick<MerchantDevice, "status">): void {
  if (status === "removed") throw new Refused("TERMINAL_REMOVED", "The terminal is removed.");
}
