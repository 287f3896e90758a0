import { Refused } from "../refused.ts";

/**
 * Offered. By the recipient → accepted or declined; by who offered it → cancelled; with time → expired. Accepted, declined, cancelled
 * and expired are terminal: a transfer may not leave them once entered.
 */
export type TransferStatus = "offered" | "accepted" | "declined" | "cancelled" | "expired";

/** What a party does to a transfer. */
export type TransferVerb = "accept" | "decline" | "cancel";

/** The two parties. */
export type TransferRole = "giver" | "receiver";

/** The state that is kept: nobody has to write that time has passed. */
export interface TransferState {
  readonly status: TransferStatus;
  readonly expiresAt: Date;
}

const verbs: Record<TransferVerb, { by: TransferRole; to: TransferStatus }> = {
  accept: { by: "receiver", to: "accepted" },
  decline: { by: "receiver", to: "declined" },
  cancel: { by: "giver", to: "cancelled" },
};

/** Longest time that an owner's offer may stand: 30 days. */
export const OFFER_SECONDS_MAX = 30 * 86_400;
/** How long a claim code is good unless its publisher says: 90 days. */
export const CLAIM_CODE_SECONDS = 90 * 86_400;
/** Wrong tries that lock a claim code. */
export const WRONG_TRIES_MAX = 5;

/** The state at a time. */
export function statusAt({ status, expiresAt }: TransferState, now: Date): TransferStatus {
  return status === "offered" && expiresAt <= now ? "expired" : status;
}

/** True for the party that the verb belongs to. */
export function mayAct(role: TransferRole, verb: TransferVerb): boolean {
  return verbs[verb].by === role;
}

/**
 * The state after a verb by the party that it belongs to. A verb whose state is reached already changes nothing and succeeds.
 *
 * @throws Refused TRANSFER_NOT_OPEN
 */
export function afterTransferVerb(transfer: TransferState, verb: TransferVerb, now: Date): TransferStatus {
  const { to } = verbs[verb];
  const status = statusAt(transfer, now);
  if (status === to || status === "offered") return to;
  throw new Refused("TRANSFER_NOT_OPEN", `The transfer is ${status} already.`);
}
