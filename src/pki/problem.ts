import { AdvisedError, EXIT_CONFIG } from "../files/advised.ts";

/** A certificate, key or grant that cannot be used. `advice` names the command or step that solves the problem. */
export class PkiError extends AdvisedError {
  constructor(message: string, advice: string, exitCode = EXIT_CONFIG) {
    super(message, advice, { exitCode });
  }
}
