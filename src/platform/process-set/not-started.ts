import { EXIT_PASSING } from "../../files/advised.ts";
import { PlatformError } from "../problem.ts";

/** A process did not become ready; has its exit code, or 1 when the process did not end by itself. */
export class NotStarted extends PlatformError {
  /** True when a later start may succeed without any change. */
  get passes(): boolean {
    return this.exitCode === EXIT_PASSING;
  }
}
