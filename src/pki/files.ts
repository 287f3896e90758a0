import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { PkiError } from "./problem.ts";

/** Makes a folder that only its owner may enter, parents too, and tightens an existing one. */
export function privateDirectory(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if ((statSync(dir).mode & 0o077) !== 0) chmodSync(dir, 0o700);
}

/** Writes a file so that a reader, or a crash, sees the old or the new content and nothing between. Mode 0600 unless given. */
export function writeAtomically(file: string, content: string, mode = 0o600): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`;
  const handle = openSync(draft, "wx", mode);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
    closeSync(handle);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  const folder = openSync(dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}

/** @throws PkiError with `advice` when the file is not there or may not be read. */
export function readText(file: string, what: string, advice: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT") throw new PkiError(`${what} is missing: ${file}`, advice);
    throw new PkiError(
      `${what} cannot be read (${code}): ${file}`,
      `give this user the right to read ${file}`,
    );
  }
}

/** A private key's text. @throws PkiError when others than its owner and group may read it. */
export function readPrivateKey(file: string, what: string, advice: string): string {
  const text = readText(file, what, advice);
  if ((statSync(file).mode & 0o007) !== 0) {
    throw new PkiError(`${what} may be read by everyone: ${file}`, `run: chmod 600 ${file}`);
  }
  return text;
}
