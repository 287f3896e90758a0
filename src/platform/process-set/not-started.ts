import { PlatformError } from "../problem.ts";

/** A process that did not become ready, with its exit code if it ended by itself. */
export class NotStarted extends PlatformError {
  readonly exitCode: number;

  constructor(message: string, advice: string, exitCode: number) {
    super(message, advice);
    this.exitCode = exitCode;
  }
}
