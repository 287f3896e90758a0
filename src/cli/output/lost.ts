import { constants } from "node:os";
import { EXIT_FAILED } from "../../files/advised.ts";

/**
 * Ends the process when standard output cannot be written: in silence when its reader has closed the pipe, as SIGPIPE ends other programs,
 * else with the reason. Without this, `console.log` ignores the failure, and a script believes that it has the output.
 */
export function endWhenOutputIsLost(): void {
  const { stdout } = process;
  let lost: NodeJS.ErrnoException | undefined;
  stdout.on("error", (error) => {
    lost = error;
    process.exit();
  });
  process.on("exit", () => {
    // A command that ends at once, as a help does, ends before the stream tells its error.
    lost ??= stdout.errored ?? undefined;
    if (lost?.code === "EPIPE") process.exitCode = 128 + constants.signals.SIGPIPE;
    else if (lost) {
      process.stderr.write(
        `pda: standard output cannot be written, and output of the command is lost: ${lost.message}\n` +
          "  next: see what the command has done, and name another place for its output; replace a key or secret that it has made\n",
      );
      process.exitCode = EXIT_FAILED;
    }
  });
}
