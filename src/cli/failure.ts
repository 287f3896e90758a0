import { AdvisedError, EXIT_FAILED } from "../files/advised.ts";
import { fileProblem } from "../files/error.ts";

/** A command refuses or fails. */
export class CommandError extends AdvisedError {
  /** Lines about single parts of the failure, such as the fields of a request. */
  readonly details: readonly string[];

  constructor(
    message: string,
    advice: string,
    { details = [] }: { readonly details?: readonly string[] } = {},
  ) {
    super(message, advice);
    this.details = details;
  }
}

/** Returns the next step after an error of listen or connect; undefined for other errors. */
function listenAdvice(error: NodeJS.ErrnoException & { port?: number }): string | undefined {
  if (error.code === "EADDRINUSE")
    return `stop the program on port ${error.port ?? "named above"}, or change the port setting; see: pda doctor`;
  if (error.code === "ECONNREFUSED") return "start the service first: pda up";
  return undefined;
}

function adviceOf(error: unknown): string {
  if (error instanceof AdvisedError) return error.advice;
  return (
    listenAdvice(error as NodeJS.ErrnoException) ??
    "run the command again with PDA_DEBUG=1 to see the stack trace"
  );
}

/** Returns the first failure. A later failure to release a resource wraps it in a SuppressedError. */
function firstOf(error: unknown): unknown {
  return error instanceof SuppressedError ? firstOf(error.suppressed) : error;
}

/** Describes a failure in one line, with the next step. An error of the file system names its path. */
export function explain(failure: unknown): { message: string; advice: string } {
  const error = firstOf(failure);
  const known = error instanceof Error ? error : new Error(String(error));
  return (
    fileProblem(error) ?? { message: known.message.split("\n")[0] || known.name, advice: adviceOf(error) }
  );
}

/** Returns the text that a command prints for a failure: one line, its details, the next step, and the stack only when PDA_DEBUG is set. */
export function describeFailure(error: unknown, debug = Boolean(process.env.PDA_DEBUG)): string {
  const { message, advice } = explain(error);
  const cause = firstOf(error);
  const details = cause instanceof CommandError ? cause.details.map((line) => `  ${line}\n`).join("") : "";
  const stack = debug && error instanceof Error && error.stack ? `${error.stack}\n` : "";
  return `${stack}pda: ${message}\n${details}  next: ${advice}\n`;
}

/**
 * Returns the exit code of a failure, never 0: 78 when only a change of the configuration helps, 75 when a later restart may help,
 * 128 plus the signal's number after a signal, else 1.
 */
export function exitCodeOf(failure: unknown): number {
  const error = firstOf(failure);
  return error instanceof AdvisedError ? error.exitCode : EXIT_FAILED;
}
