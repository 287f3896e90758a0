/**
 * Base of every error that untrusted input can cause in this folder. A service answers it with 400:
 * the input could not be read. A readable but untrusted certificate is a verdict, never an error.
 */
export abstract class TrustInputError extends Error {
  /** Closed SCREAMING_SNAKE word; each subclass narrows it. */
  abstract readonly reason: string;
}
