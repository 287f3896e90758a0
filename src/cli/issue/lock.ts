import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { naming } from "../../files/error.ts";
import { CommandError, explain } from "../failure.ts";

/** Lets only one process at a time issue a file: two processes would write the same result files. */
export class FileLock implements Disposable {
  /** Lock file beside the issued file; it holds the process identifier. */
  readonly path: string;

  /** @throws CommandError while another process issues the file, or when the lock file cannot be written */
  constructor(file: string) {
    this.path = `${file}.lock`;
    if (this.#take()) return;
    const holder = holderOf(this.path);
    if (isRunning(holder))
      throw new CommandError(
        `another process (${holder}) is issuing ${file}`,
        `wait until that process ends; if it is not pda issue, remove ${this.path}`,
      );
    // A killed process left the lock file behind.
    rmSync(this.path, { force: true });
    if (!this.#take())
      throw new CommandError(`another process is issuing ${file}`, "wait until that process ends");
  }

  #take(): boolean {
    try {
      naming(this.path, () => writeFileSync(this.path, `${process.pid}\n`, { flag: "wx", mode: 0o600 }));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      const { message, advice } = explain(error);
      throw new CommandError(message, `${advice}; pda issue writes its results beside the file`);
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
    // The process has ended meanwhile.
    return Number.NaN;
  }
}

/** Tells whether another process with this identifier runs. Our own identifier belongs to a former process, for example in a container. */
function isRunning(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
