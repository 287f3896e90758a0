import { Refused } from "../refused.ts";
import { isInUse, mayMove, type Title } from "./title.ts";
import { statusAt, type TransferState, WRONG_TRIES_MAX } from "./transfer.ts";

/** A transfer that anyone with its claim code can claim. */
export interface Claimable extends TransferState {
  readonly seq: number;
  readonly wrongTries: number;
}

/** Returns the only answer to every refused claim, so that an attempt reveals nothing. */
export function claimNotAccepted(): Refused {
  return new Refused("CLAIM_NOT_ACCEPTED", "The claim code is wrong or no longer valid.");
}

/** Checks that the right claim code can be used now. @throws Refused CLAIM_NOT_ACCEPTED, for every reason */
export function requireClaimable(title: Title, transfer: Claimable, now: Date): void {
  const open = statusAt(transfer, now) === "offered" && transfer.wrongTries < WRONG_TRIES_MAX;
  const movable = isInUse(title) && mayMove(title, transfer.seq);
  if (!open || !movable || transfer.seq !== (title.head?.seq ?? 0) + 1) throw claimNotAccepted();
}
