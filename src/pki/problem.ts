/** A certificate, key or grant that cannot be used. `advice` names the command or step that solves the problem. */
export class PkiError extends Error {
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.name = "PkiError";
    this.advice = advice;
  }
}
