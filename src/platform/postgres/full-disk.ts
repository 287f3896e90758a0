import { PlatformError } from "../problem.ts";

/** disk_full, as PostgreSQL says it over a connection. */
const DISK_FULL = "53100";
/** As the system says it, to this process (by its code) and to PostgreSQL's programs (in the words of the C locale). */
const codes = ["ENOSPC", "EDQUOT", DISK_FULL];
/** A write that had room for a part only gets no error of the system: then PostgreSQL raises disk_full in words of its own. */
const words = /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/i;

const fullDiskLine = (lines: readonly string[]): string | undefined => lines.find((line) => words.test(line));

/** Why a program of PostgreSQL has ended, by what it said: the full disk, else its error; its last line tells mostly of clearing up. */
export const reasonOf = (said: readonly string[]): string =>
  fullDiskLine(said) ??
  said.find((line) => /\b(FATAL|PANIC|error): |^LOG:\s+could not bind/.test(line)) ??
  said.at(-1) ??
  "no reason given";

/** What to say of an error when its reason is that the disk of a folder is full; otherwise the error itself. */
export function namingFullDisk(error: unknown, dir: string): unknown {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (!codes.includes(code) && !words.test(message)) return error;
  const lines = message.split("\n");
  // An error of the migrations has the whole statement before its reason.
  const why = (fullDiskLine(lines) ?? lines[0])?.replace(/^.* - /, "");
  return new PlatformError(
    `the disk of ${dir} is full: ${why}`,
    "free space there, or set another dataDir (PDA_DATA_DIR), then start again",
  );
}
