/**
 * Base of every error that untrusted input can cause in this folder.
 * A service answers it with 400, because the input cannot be read. A readable but untrusted certificate gives a verdict, never an error.
 * The message never repeats the input, which may hold a private key or personal claims.
 */
export abstract class TrustInputError<Reason extends string = string> extends Error {
  /** A word in UPPER_CASE from a closed list. */
  readonly reason: Reason;

  constructor(reason: Reason, detail?: string) {
    super(detail === undefined ? reason : `${reason}: ${detail}`);
    this.reason = reason;
  }
}
