import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { naming } from "../../files/error.ts";
import { CommandError, explain } from "../failure.ts";

/** Lets one process at a time issue a file: two would write the same results. */
export class FileLock implements Disposable {
  /** Beside the file; it holds the number of the process. */
  readonly path: string;

  /** @throws CommandError while another process issues the file, or when nothing can be written beside it */
  constructor(file: string) {
    this.path = `${file}.lock`;
    if (this.#take()) return;
    const holder = holderOf(this.path);
    if (isRunning(holder))
      throw new CommandError(
        `${file} is being issued by another process (${holder})`,
        `wait until that has ended; if it is no pda issue, remove ${this.path}`,
      );
    // Left behind by one that was killed.
    rmSync(this.path, { force: true });
    if (!this.#take())
      throw new CommandError(`${file} is being issued by another process`, "wait until that has ended");
  }

  #take(): boolean {
    try {
      naming(this.path, () => writeFileSync(this.path, `${process.pid}\n`, { flag: "wx", mode: 0o600 }));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      const { message, advice } = explain(error);
      throw new CommandError(message, `${advice}; the results are written beside the file`);
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { force: true });
  }
}

function holderOf(path: string): number {
  try {
    return Number.parseInt(readFileSync(path, "utf8"), 10);
  } catch {
    // It has ended since.
    return Number.NaN;
  }
}

/** Somebody else's process counts; our own number is that of a former process, in a container for one. */
function isRunning(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
