/** Settings that cannot be used. `problems` has one sentence each, never with a secret value in it. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  /** The step that helps. */
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
