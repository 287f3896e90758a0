import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { fileProblem, naming } from "../files/error.ts";
import { isThere, readIfThere } from "../files/read.ts";
import { shellWord } from "../files/shell.ts";
import type { KeyFiles } from "./names.ts";
import { PkiError } from "./problem.ts";

/**
 * Checks that no key of a root is overwritten: a key without its certificate is the rest of a root that certificates depend on, or of an
 * interrupted start.
 * @throws PkiError when the key exists
 */
export function requireNoKey({ cert, key }: KeyFiles, what: string): void {
  if (!isThere(key)) return;
  throw new PkiError(
    `${what} has a key but no certificate: ${cert} is missing`,
    `restore ${shellWord(cert)} from the backup; if ${what} has never been used, as after an interrupted first start, remove ${shellWord(key)}`,
  );
}

/** Makes a folder that only its owner may enter, with its parents. Tightens the mode of an existing folder. */
export function privateDirectory(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if ((statSync(dir).mode & 0o077) !== 0) chmodSync(dir, 0o700);
}

/** Writes a file atomically: a reader, or a restart after a crash, sees the old or the new content. Mode 0600 by default. */
export function writeAtomically(file: string, content: string, mode = 0o600): void {
  writeDraft(file, content, { mode, place: renameSync });
}

/**
 * Writes a file as `writeAtomically` does, unless it exists: of several processes, one writes it.
 * @returns false when the file exists; it is unchanged then
 */
export function writeNew(file: string, content: string): boolean {
  try {
    writeDraft(file, content, { mode: 0o600, place: linkAs });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Gives a draft its name. rename(2) would replace a file of this name, link(2) fails. */
function linkAs(draft: string, file: string): void {
  linkSync(draft, file);
  rmSync(draft);
}

function writeDraft(
  file: string,
  content: string,
  { mode, place }: { readonly mode: number; readonly place: (draft: string, file: string) => void },
): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`;
  // An error must name the file, not its draft, because people only know the file.
  naming(file, () => {
    const handle = openSync(draft, "wx", mode);
    try {
      writeWhole(handle, content);
      place(draft, file);
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

/** Writes all content and closes the file. One call may write less than all when the disk is nearly full. */
function writeWhole(handle: number, content: string): void {
  try {
    let rest = Buffer.from(content);
    while (rest.length > 0) rest = rest.subarray(writeSync(handle, rest));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes a new root. Removes its key again when the certificate cannot be written, as on a full disk, so that the next start can go on. */
export function writeNewRoot(files: KeyFiles, made: { readonly key: string; readonly cert: string }): void {
  writeAtomically(files.key, made.key);
  try {
    writeAtomically(files.cert, made.cert);
  } catch (error) {
    rmSync(files.key, { force: true });
    throw error;
  }
}

/** @throws PkiError with `advice` when the file does not exist; with other advice when the file cannot be read */
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

/** Reads a private key's text. @throws PkiError when users other than the owner and the group may read the file */
export function readPrivateKey(file: string, what: string, advice: string): string {
  const text = readText(file, what, advice);
  if ((statSync(file).mode & 0o007) !== 0) {
    throw new PkiError(`${what} is readable by every user: ${file}`, `run: chmod 600 ${shellWord(file)}`);
  }
  return text;
}
