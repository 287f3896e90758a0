import { AdvisedError } from "../../files/advised.ts";

/** A migration could not be applied. The message names the migration and the problem, never SQL text. */
export class MigrationFailed extends AdvisedError {}
