import { PlatformError } from "../problem.ts";

/** SQLSTATE disk_full of PostgreSQL. */
const DISK_FULL = "53100";
/** Error codes for a full disk: of the system and of PostgreSQL. `words` finds the messages of PostgreSQL's programs in the C locale. */
const codes = ["ENOSPC", "EDQUOT", DISK_FULL];
/** After a partial write the system reports no error; PostgreSQL then raises disk_full with its own words ("wrote only …"). */
const words = /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/i;

const fullDiskLine = (lines: readonly string[]): string | undefined => lines.find((line) => words.test(line));

/** Returns why a program of PostgreSQL ended: a full disk, else its error, else its last line, which is mostly about clearing up. */
export const endReasonOf = (said: readonly string[]): string =>
  fullDiskLine(said) ??
  said.find((line) => /\b(FATAL|PANIC|error): |^LOG:\s+could not bind/.test(line)) ??
  said.at(-1) ??
  "no reason given";

/** Returns a PlatformError that names the folder when the disk is full; any other error unchanged. */
export function namingFullDisk(error: unknown, dir: string): unknown {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (!codes.includes(code) && !words.test(message)) return error;
  const lines = message.split("\n");
  // An error of the migrations has the whole statement before its reason.
  const why = (fullDiskLine(lines) ?? lines[0])?.replace(/^.* - /, "");
  return new PlatformError(
    `the disk of ${dir} is full: ${why}`,
    "free space on that disk, or set another dataDir (PDA_DATA_DIR), then start again",
  );
}
