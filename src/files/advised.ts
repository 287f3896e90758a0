/** A command was called wrongly, or failed for a reason of the moment. */
export const EXIT_FAILED = 1;
/** EX_TEMPFAIL of sysexits(3): a dependency was not available in time; a later start may succeed. */
export const EXIT_PASSING = 75;
/** EX_CONFIG of sysexits(3): a restart without a change of the configuration fails again. */
export const EXIT_CONFIG = 78;

interface AdvisedOptions extends ErrorOptions {
  /** Exit code of a command that ends with this error. */
  readonly exitCode?: number;
}

/** An error that people are told in one line; `advice` is the next step. */
export class AdvisedError extends Error {
  readonly advice: string;
  readonly exitCode: number;

  constructor(message: string, advice: string, { exitCode = EXIT_FAILED, ...options }: AdvisedOptions = {}) {
    super(message, options);
    this.name = new.target.name;
    this.advice = advice;
    this.exitCode = exitCode;
  }
}
