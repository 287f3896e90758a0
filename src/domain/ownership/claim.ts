import { Refused } from "../refused.ts";
import { isInUse, mayMove, type Title } from "./title.ts";
import { statusAt, type TransferState, WRONG_TRIES_MAX } from "./transfer.ts";

/** A transfer that whoever has its code can claim. */
export interface Claimable extends TransferState {
  readonly seq: number;
  readonly wrongTries: number;
}

/** The one answer to every claim that does not count, so that trying tells nothing. */
export function claimNotAccepted(): Refused {
  return new Refused(
    "CLAIM_NOT_ACCEPTED",
    "The code cannot be used: it is wrong, or not good for this any more.",
  );
}

/** A right code can be used now. @throws Refused CLAIM_NOT_ACCEPTED, whatever the reason */
export function requireClaimable(title: Title, transfer: Claimable, now: Date): void {
  const open = statusAt(transfer, now) === "offered" && transfer.wrongTries < WRONG_TRIES_MAX;
  const movable = isInUse(title) && mayMove(title, transfer.seq);
  if (!open || !movable || transfer.seq !== (title.head?.seq ?? 0) + 1) throw claimNotAccepted();
}
