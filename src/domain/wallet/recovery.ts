import { Refused } from "../refused.ts";
import type { HolderKey } from "./wallet.ts";

/**
 * Pending → vetoed, by the holder's present key. Pending → replaced, by a newer recovery.
 * Pending → completed, by any caller once the delay is over. Pending → expired, when its time is over.
 * All states except pending are terminal.
 */
export type RecoveryStatus = "pending" | "completed" | "vetoed" | "replaced" | "expired";

/** An action on a recovery. */
export type RecoveryVerb = "veto" | "complete" | "replace";

/** The stored state. An expired recovery may still be stored as `pending`: `recoveryStatusAt` returns the true status. */
export interface RecoveryState {
  readonly status: RecoveryStatus;
  /** Start of the period in which the recovery can be completed. */
  readonly effectiveAt: Date;
  /** End of that period. */
  readonly expiresAt: Date;
}

/** A request to replace a lost key. */
export interface Recovery extends RecoveryState {
  readonly recoveryId: string;
  readonly walletId: string;
  /** Thumbprint of the key to replace: the wallet's key when the recovery was started. */
  readonly oldThumbprint: string;
  readonly newThumbprint: string;
  readonly newKey: HolderKey;
  readonly createdAt: Date;
  readonly endedAt?: Date;
}

/** Period in which a recovery can be completed after its delay: 30 days. */
const RECOVERY_COMPLETION_SECONDS = 30 * 86_400;
/** Maximum number of recoveries that may be started for a wallet within `RECOVERY_PERIOD_SECONDS`. */
const RECOVERIES_MAX = 5;
/** 30 days. */
export const RECOVERY_PERIOD_SECONDS = 30 * 86_400;

const endOf: Record<RecoveryVerb, RecoveryStatus> = {
  veto: "vetoed",
  complete: "completed",
  replace: "replaced",
};

/** Returns the status at a time. */
export function recoveryStatusAt({ status, expiresAt }: RecoveryState, now: Date): RecoveryStatus {
  return status === "pending" && expiresAt <= now ? "expired" : status;
}

/** Returns the start and the end of the period in which a recovery that starts now can be completed. */
export function recoveryTimes(
  now: Date,
  delaySeconds: number,
): Pick<RecoveryState, "effectiveAt" | "expiresAt"> {
  const effectiveAt = new Date(now.getTime() + delaySeconds * 1000);
  return { effectiveAt, expiresAt: new Date(effectiveAt.getTime() + RECOVERY_COMPLETION_SECONDS * 1000) };
}

/** @param startedLately recoveries of the wallet that were started in the last period @throws Refused RECOVERY_LIMIT */
export function requireRecoveryAllowed(startedLately: number): void {
  if (startedLately >= RECOVERIES_MAX)
    throw new Refused(
      "RECOVERY_LIMIT",
      `At most ${RECOVERIES_MAX} recoveries of a wallet can be started in 30 days. Try again later.`,
    );
}

/**
 * Returns the status after an action. An action whose status is already reached changes nothing and succeeds.
 *
 * @throws Refused RECOVERY_NOT_PENDING, RECOVERY_TOO_EARLY
 */
export function afterRecoveryVerb(recovery: RecoveryState, verb: RecoveryVerb, now: Date): RecoveryStatus {
  const to = endOf[verb];
  const status = recoveryStatusAt(recovery, now);
  if (status === to) return to;
  if (status !== "pending") throw new Refused("RECOVERY_NOT_PENDING", `The recovery is already ${status}.`);
  if (verb === "complete" && now < recovery.effectiveAt)
    throw new Refused(
      "RECOVERY_TOO_EARLY",
      `The holder can still veto the recovery. Complete it at ${recovery.effectiveAt.toISOString()} or later.`,
    );
  return to;
}
