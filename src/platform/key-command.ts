import { type ChildProcess, spawn } from "node:child_process";
import { EXIT_PASSING } from "../files/advised.ts";
import { PlatformError } from "./problem.ts";

const TIMEOUT_MS = 30_000;
/** A key has 45 characters. */
const outputBytesMax = 1_024;

/**
 * Runs the command that prints the data key, without a shell, and returns what it printed. The command's error output is discarded, because
 * it may hold secrets.
 *
 * @param command the program and its arguments
 * @throws PlatformError when the command cannot be started, fails, prints more than 1 KiB, or does not end in time
 */
export function outputOf(
  [program = "", ...args]: readonly string[],
  { timeoutMs = TIMEOUT_MS } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    // A process group of its own, so that what the command has started ends with it.
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"], detached: true });
    const refuse = (what: string): void => {
      clearTimeout(timer);
      reject(
        new PlatformError(
          `the data key command ${program} ${what}`,
          "run it yourself as the same user to see its messages, or correct dataKeyCommand",
          { exitCode: EXIT_PASSING },
        ),
      );
    };
    const stop = (what: string): void => {
      end(child);
      refuse(what);
    };
    const timer = setTimeout(() => stop(`did not end within ${timeoutMs / 1000} s`), timeoutMs);
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > outputBytesMax) stop(`printed more than ${outputBytesMax} bytes`);
      else chunks.push(chunk);
    });
    child.on("error", (error: NodeJS.ErrnoException) => refuse(`cannot be started (${error.code})`));
    child.on("close", (code, signal) => {
      if (code !== 0) return refuse(signal ? `was ended by ${signal}` : `failed with exit code ${code}`);
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString("utf8"));
    });
  });
}

/** Ends a command whose output is still open, with all that it has started. */
function end(child: ChildProcess): void {
  child.stdout?.destroy();
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
