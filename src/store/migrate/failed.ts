/** A migration could not be applied. The message names the migration and the problem, never SQL text. `advice` is the next step. */
export class MigrationFailed extends Error {
  override readonly name = "MigrationFailed";
  readonly advice: string;

  constructor(message: string, advice: string, options?: ErrorOptions) {
    super(message, options);
    this.advice = advice;
  }
}
