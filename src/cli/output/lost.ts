import { constants } from "node:os";
import { EXIT_FAILED } from "../../files/advised.ts";

let goesOn = false;

/**
 * Ends the process when standard output cannot be written: in silence when its reader has closed the pipe, as SIGPIPE ends other programs,
 * else with the reason. Without this, `console.log` ignores the failure, and a script believes that it has the output.
 */
export function endWhenOutputIsLost(): void {
  const { stdout } = process;
  let lost: NodeJS.ErrnoException | undefined;
  stdout.on("error", (error) => {
    if (goesOn) return;
    lost = error;
    process.exit();
  });
  process.on("exit", () => {
    if (goesOn) return;
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

/**
 * Makes the process go on when its output cannot be written: the output of a service is its log. A full disk, a closed terminal or a reader
 * that ends at Ctrl-C before the service does must not end the service, nor cut short its orderly stop.
 */
export function goOnWithoutOutput(): void {
  goesOn = true;
  // Without a listener, a failure of standard error ends the process, too.
  process.stderr.on("error", () => undefined);
}
