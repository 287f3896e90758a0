import { Refused } from "../refused.ts";
import type { HolderKey } from "./wallet.ts";

/**
 * Pending: it waits. By the holder's present key → vetoed; by a newer recovery → replaced; once its delay is over, by whoever asks for
 * it → completed; with time → expired. All others are terminal: a recovery may not leave them once entered.
 */
export type RecoveryStatus = "pending" | "completed" | "vetoed" | "replaced" | "expired";

/** What is done to a recovery. */
export type RecoveryVerb = "veto" | "complete" | "replace";

/** The state that is kept: nobody has to write that time has passed. */
export interface RecoveryState {
  readonly status: RecoveryStatus;
  /** From when on it can be completed. */
  readonly effectiveAt: Date;
  /** Until when. */
  readonly expiresAt: Date;
}

/** A request to replace a lost key. */
export interface Recovery extends RecoveryState {
  readonly recoveryId: string;
  readonly walletId: string;
  /** Thumbprint of the key that is to be replaced: the wallet's when it was started. */
  readonly oldThumbprint: string;
  readonly newThumbprint: string;
  readonly newKey: HolderKey;
  readonly createdAt: Date;
  readonly endedAt?: Date;
}

/** How long it can be completed from then on: 30 days. */
const RECOVERY_COMPLETION_SECONDS = 30 * 86_400;
/** Recoveries that a wallet may see started within `RECOVERY_PERIOD_SECONDS`. */
const RECOVERIES_MAX = 5;
/** 30 days. */
export const RECOVERY_PERIOD_SECONDS = 30 * 86_400;

const endOf: Record<RecoveryVerb, RecoveryStatus> = {
  veto: "vetoed",
  complete: "completed",
  replace: "replaced",
};

/** The state at a time. */
export function recoveryStatusAt({ status, expiresAt }: RecoveryState, now: Date): RecoveryStatus {
  return status === "pending" && expiresAt <= now ? "expired" : status;
}

/** When a recovery that starts now can be completed, and until when. */
export function recoveryTimes(
  now: Date,
  delaySeconds: number,
): Pick<RecoveryState, "effectiveAt" | "expiresAt"> {
  const effectiveAt = new Date(now.getTime() + delaySeconds * 1000);
  return { effectiveAt, expiresAt: new Date(effectiveAt.getTime() + RECOVERY_COMPLETION_SECONDS * 1000) };
}

/** @param startedLately how many of the wallet were started in the last period @throws Refused RECOVERY_LIMIT */
export function requireRecoveryAllowed(startedLately: number): void {
  if (startedLately >= RECOVERIES_MAX)
    throw new Refused("RECOVERY_LIMIT", `A wallet sees ${RECOVERIES_MAX} recoveries in 30 days at most.`);
}

/**
 * The state after a verb. A verb whose state is reached already changes nothing and succeeds.
 *
 * @throws Refused RECOVERY_NOT_PENDING, RECOVERY_TOO_EARLY
 */
export function afterRecoveryVerb(recovery: RecoveryState, verb: RecoveryVerb, now: Date): RecoveryStatus {
  const to = endOf[verb];
  const status = recoveryStatusAt(recovery, now);
  if (status === to) return to;
  if (status !== "pending") throw new Refused("RECOVERY_NOT_PENDING", `The recovery is ${status} already.`);
  if (verb === "complete" && now < recovery.effectiveAt)
    throw new Refused(
      "RECOVERY_TOO_EARLY",
      `The holder can still veto; it can be completed from ${recovery.effectiveAt.toISOString()} on.`,
    );
  return to;
}
