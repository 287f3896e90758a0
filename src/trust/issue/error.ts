import type { PathReason } from "../path/reason.ts";

/** Reason that a certificate was not issued. A `PathReason` means that the new certificate would not verify. */
export type IssueReason =
  | PathReason
  | "ISSUER_KEY_MISMATCH"
  | "OUTLIVES_ISSUER"
  | "KEY_NOT_ALLOWED"
  | "NAME_NOT_ALLOWED";

/** Thrown by the functions of this folder when nothing was issued. */
export class IssueError extends Error {
  override readonly name = "IssueError";
  readonly reason: IssueReason;

  constructor(reason: IssueReason) {
    super(reason);
    this.reason = reason;
  }
}
