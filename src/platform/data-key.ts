import { randomBytes } from "node:crypto";
import { isThere } from "../files/read.ts";
import { readPrivateKey, writeAtomically } from "../pki/files.ts";
import { PlatformError } from "./problem.ts";

const KEY_BYTES = 32;

/**
 * The key that seals secrets at rest: 32 bytes, in base64 in a file that only its owner may read.
 * @throws PkiError when the file is missing or open to everyone, PlatformError when it holds something else.
 */
export function loadDataKey(file: string): Buffer {
  const text = readPrivateKey(file, "the data key", "run: pda up, or set dataKeyFile").trim();
  const key = Buffer.from(text, "base64");
  if (key.length !== KEY_BYTES || key.toString("base64") !== text) {
    throw new PlatformError(
      `${file} must hold ${KEY_BYTES} bytes in base64`,
      "put the right file back; without it sealed secrets are lost",
    );
  }
  return key;
}

/**
 * Makes the data key unless there is one; says whether it did.
 * @param used the database has been used before, so that the key must be there
 * @throws PlatformError when a used database has lost its key
 */
export function ensureDataKey(file: string, used: boolean): boolean {
  if (isThere(file)) return false;
  if (used)
    throw new PlatformError(
      `the data key is missing: ${file}`,
      "put it back from your backup; a new one could not open what the old one has sealed",
    );
  writeAtomically(file, `${randomBytes(KEY_BYTES).toString("base64")}\n`);
  return true;
}
