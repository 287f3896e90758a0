/** Invalid settings. `problems` has one sentence per problem and never contains a secret value. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  /** The next step. */
  readonly advice: string;

  constructor(
    problems: readonly string[],
    advice = "correct pda.config.yaml or the environment, then run: pda doctor",
  ) {
    super(`configuration: ${problems.join("; ")}`);
    this.name = "ConfigError";
    this.problems = problems;
    this.advice = advice;
  }
}
