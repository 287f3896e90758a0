import { ConfigError } from "../config.ts";
import { PkiError } from "../pki/problem.ts";
import { PlatformError } from "../platform/problem.ts";
import { EXIT_PASSING, NotStarted } from "../platform/process-set/not-started.ts";
import { DatabaseAway } from "../store/available.ts";

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
  if (error instanceof CommandError || error instanceof PkiError || error instanceof PlatformError)
    return error.advice;
  if (error instanceof DatabaseAway) return "start PostgreSQL, or correct DATABASE_URL; see: pda doctor";
  if (error instanceof ConfigError) return "correct pda.config.yaml or the environment, then run: pda doctor";
  return (
    listenAdvice(error as NodeJS.ErrnoException) ??
    "run it again with PDA_DEBUG=1 to see where this comes from"
  );
}

/** What people see of a failure: one line, the next step, and the stack only when PDA_DEBUG is set. */
export function describeFailure(error: unknown, debug = Boolean(process.env.PDA_DEBUG)): string {
  const known = error instanceof Error ? error : new Error(String(error));
  const message = known.message.split("\n")[0] || known.name;
  const stack = debug && known.stack ? `${known.stack}\n` : "";
  return `${stack}pda: ${message}\n  next: ${adviceOf(error)}\n`;
}

/** The exit code of a failure: never 0; 78 when only a change of the configuration helps, 75 when starting again later may. */
export function exitCodeOf(error: unknown): number {
  // What a process of a set that does not start says of itself.
  if (error instanceof NotStarted) return error.exitCode;
  if (error instanceof DatabaseAway) return EXIT_PASSING;
  return error instanceof ConfigError || error instanceof PkiError ? EXIT_CONFIG : 1;
}
