import { AdvisedError, EXIT_CONFIG } from "../files/advised.ts";

/** Invalid settings. `problems` has one sentence per problem and never contains a secret value. */
export class ConfigError extends AdvisedError {
  readonly problems: readonly string[];

  constructor(
    problems: readonly string[],
    advice = "correct pda.config.yaml or the environment, then run: pda doctor",
  ) {
    super(`configuration: ${problems.join("; ")}`, advice, { exitCode: EXIT_CONFIG });
    this.problems = problems;
  }
}
