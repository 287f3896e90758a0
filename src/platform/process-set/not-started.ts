import { PlatformError } from "../problem.ts";

/** EX_TEMPFAIL of sysexits(3): a dependency was not available in time; a later start may succeed. */
export const EXIT_PASSING = 75;

/** A process did not become ready; has its exit code, or 1 when the process did not end by itself. */
export class NotStarted extends PlatformError {
  readonly exitCode: number;

  constructor(message: string, advice: string, exitCode: number) {
    super(message, advice);
    this.exitCode = exitCode;
  }

  /** True when a later start may succeed without any change. */
  get passes(): boolean {
    return this.exitCode === EXIT_PASSING;
  }
}
