/** A problem of this machine. `advice` is the next step. */
export class PlatformError extends Error {
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.name = "PlatformError";
    this.advice = advice;
  }
}
