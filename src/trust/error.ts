/**
 * Base of every error that untrusted input can cause in this folder. A service answers it with 400:
 * the input could not be read. A readable but untrusted certificate is a verdict, never an error.
 * Its message never repeats the input, which may hold a private key or personal claims.
 */
export abstract class TrustInputError<Reason extends string = string> extends Error {
  /** Closed SCREAMING_SNAKE word. */
  readonly reason: Reason;

  constructor(reason: Reason, detail?: string) {
    super(detail === undefined ? reason : `${reason}: ${detail}`);
    this.reason = reason;
  }
}
