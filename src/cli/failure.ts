import { ConfigError } from "../config.ts";
import { fileProblem } from "../files/error.ts";
import { PkiError } from "../pki/problem.ts";
import { PlatformError } from "../platform/problem.ts";
import { EXIT_PASSING, NotStarted } from "../platform/process-set/not-started.ts";
import { DatabaseAway } from "../store/available.ts";
import { MigrationFailed } from "../store/migrate/failed.ts";
import { Interrupted } from "./signals.ts";

/** EX_CONFIG of sysexits(3): starting again without a change is of no use. */
const EXIT_CONFIG = 78;

/** A refusal by a command, with the step that helps. */
export class CommandError extends Error {
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.name = "CommandError";
    this.advice = advice;
  }
}

/** The address that a listen or connect error is about, if it says so. */
function listenAdvice(error: NodeJS.ErrnoException & { port?: number }): string | undefined {
  if (error.code === "EADDRINUSE")
    return `stop the program on port ${error.port ?? "named above"}, or change the port setting; see: pda doctor`;
  if (error.code === "ECONNREFUSED") return "start the service first: pda up";
  return undefined;
}

function adviceOf(error: unknown): string {
  if (
    error instanceof CommandError ||
    error instanceof PkiError ||
    error instanceof PlatformError ||
    error instanceof MigrationFailed ||
    error instanceof Interrupted
  )
    return error.advice;
  if (error instanceof DatabaseAway) return "start PostgreSQL, or correct DATABASE_URL; see: pda doctor";
  if (error instanceof ConfigError) return error.advice;
  return (
    listenAdvice(error as NodeJS.ErrnoException) ??
    "run it again with PDA_DEBUG=1 to see where this comes from"
  );
}

/** The first failure, where giving back what was held has failed after it. */
function firstOf(error: unknown): unknown {
  return error instanceof SuppressedError ? firstOf(error.suppressed) : error;
}

/** What a failure is, in one line, and the next step. An error of the file system names its path, wherever it comes from. */
export function explain(failure: unknown): { message: string; advice: string } {
  const error = firstOf(failure);
  const known = error instanceof Error ? error : new Error(String(error));
  return (
    fileProblem(error) ?? { message: known.message.split("\n")[0] || known.name, advice: adviceOf(error) }
  );
}

/** What people see of a failure: one line, the next step, and the stack only when PDA_DEBUG is set. */
export function describeFailure(error: unknown, debug = Boolean(process.env.PDA_DEBUG)): string {
  const { message, advice } = explain(error);
  const stack = debug && error instanceof Error && error.stack ? `${error.stack}\n` : "";
  return `${stack}pda: ${message}\n  next: ${advice}\n`;
}

/**
 * The exit code of a failure: never 0; 78 when only a change of the configuration helps, 75 when starting again later may, 128 and its
 * number after a signal.
 */
export function exitCodeOf(failure: unknown): number {
  const error = firstOf(failure);
  // What a process of a set that does not start says of itself.
  if (error instanceof NotStarted || error instanceof Interrupted) return error.exitCode;
  if (error instanceof DatabaseAway) return EXIT_PASSING;
  return error instanceof ConfigError || error instanceof PkiError ? EXIT_CONFIG : 1;
}
