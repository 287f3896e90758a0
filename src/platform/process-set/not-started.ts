import { PlatformError } from "../problem.ts";

/** EX_TEMPFAIL of sysexits(3): what it waited for was not there in time, and starting again later may do. */
export const EXIT_PASSING = 75;

/** A process that did not become ready, with its exit code if it ended by itself. */
export class NotStarted extends PlatformError {
  readonly exitCode: number;

  constructor(message: string, advice: string, exitCode: number) {
    super(message, advice);
    this.exitCode = exitCode;
  }

  /** Whether starting again later may do, without anybody's help. */
  get passes(): boolean {
    return this.exitCode === EXIT_PASSING;
  }
}
