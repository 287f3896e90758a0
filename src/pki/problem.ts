/** A certificate, key or grant that cannot be used. `advice` is the one command or step that helps. */
export class PkiError extends Error {
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.name = "PkiError";
    this.advice = advice;
  }
}
