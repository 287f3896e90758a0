import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { fileProblem, naming } from "../files/error.ts";
import { readIfThere } from "../files/read.ts";
import { shellWord } from "../files/shell.ts";
import { PkiError } from "./problem.ts";

/** Makes a folder that only its owner may enter, parents too, and tightens an existing one. */
export function privateDirectory(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if ((statSync(dir).mode & 0o077) !== 0) chmodSync(dir, 0o700);
}

/** Writes a file so that a reader, or a crash, sees the old or the new content and nothing between. Mode 0600 unless given. */
export function writeAtomically(file: string, content: string, mode = 0o600): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`;
  // People know the file by its name, not by that of its draft.
  naming(file, () => {
    const handle = openSync(draft, "wx", mode);
    try {
      writeWhole(handle, content);
      renameSync(draft, file);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
    const folder = openSync(dirname(file), "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  });
}

/** Writes everything, though one call may take less than all when the disk is nearly full, and closes the file. */
function writeWhole(handle: number, content: string): void {
  try {
    let rest = Buffer.from(content);
    while (rest.length > 0) rest = rest.subarray(writeSync(handle, rest));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** @throws PkiError with `advice` when the file is not there or may not be read. */
export function readText(file: string, what: string, advice: string): string {
  let text: string | undefined;
  try {
    text = readIfThere(file);
  } catch (error) {
    const problem = fileProblem(error);
    if (!problem) throw error;
    throw new PkiError(`${what}: ${problem.message}`, problem.advice);
  }
  if (text === undefined) throw new PkiError(`${what} is missing: ${file}`, advice);
  return text;
}

/** A private key's text. @throws PkiError when others than its owner and group may read it. */
export function readPrivateKey(file: string, what: string, advice: string): string {
  const text = readText(file, what, advice);
  if ((statSync(file).mode & 0o007) !== 0) {
    throw new PkiError(`${what} may be read by everyone: ${file}`, `run: chmod 600 ${shellWord(file)}`);
  }
  return text;
}
