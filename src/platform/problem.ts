/** Something of this machine is not as it must be. `advice` is the step that helps. */
export class PlatformError extends Error {
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.name = "PlatformError";
    this.advice = advice;
  }
}
