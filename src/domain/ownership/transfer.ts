import { Refused } from "../refused.ts";

/**
 * Offered → accepted or declined, by the recipient. Offered → cancelled, by the giver. Offered → expired, when its time is over.
 * All states except offered are terminal.
 */
export type TransferStatus = "offered" | "accepted" | "declined" | "cancelled" | "expired";

/** An action of a party on a transfer. */
export type TransferVerb = "accept" | "decline" | "cancel";

/** The two parties. */
export type TransferRole = "giver" | "receiver";

/** The stored state. An expired transfer may still be stored as `offered`: `statusAt` returns the true status. */
export interface TransferState {
  readonly status: TransferStatus;
  readonly expiresAt: Date;
}

const verbs: Record<TransferVerb, { by: TransferRole; to: TransferStatus }> = {
  accept: { by: "receiver", to: "accepted" },
  decline: { by: "receiver", to: "declined" },
  cancel: { by: "giver", to: "cancelled" },
};

/** Maximum lifetime of an owner's offer: 30 days. */
export const OFFER_SECONDS_MAX = 30 * 86_400;
/** Default lifetime of a claim code: 90 days. */
export const CLAIM_CODE_SECONDS = 90 * 86_400;
/** Number of wrong attempts that lock a claim code. */
export const WRONG_TRIES_MAX = 5;

/** Returns the status at a time. */
export function statusAt({ status, expiresAt }: TransferState, now: Date): TransferStatus {
  return status === "offered" && expiresAt <= now ? "expired" : status;
}

/** Tells whether the action belongs to this party. */
export function mayAct(role: TransferRole, verb: TransferVerb): boolean {
  return verbs[verb].by === role;
}

/**
 * Returns the status after an action of the right party. An action whose status is already reached changes nothing and succeeds.
 *
 * @throws Refused TRANSFER_NOT_OPEN
 */
export function afterTransferVerb(transfer: TransferState, verb: TransferVerb, now: Date): TransferStatus {
  const { to } = verbs[verb];
  const status = statusAt(transfer, now);
  if (status === to || status === "offered") return to;
  throw new Refused("TRANSFER_NOT_OPEN", `The transfer is already ${status}.`);
}
