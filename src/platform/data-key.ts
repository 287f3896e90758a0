import { randomBytes } from "node:crypto";
import { isThere } from "../files/read.ts";
import { readPrivateKey, writeAtomically } from "../pki/files.ts";
import { PlatformError } from "./problem.ts";

const KEY_BYTES = 32;

/**
 * Loads the key that seals secrets at rest: 32 bytes, as base64 in a file that only its owner may read.
 * @throws PkiError when the file is missing or other users may read it, PlatformError when it holds anything but such a key.
 */
export function loadDataKey(file: string): Buffer {
  const text = readPrivateKey(file, "the data key", "run: pda up, or set dataKeyFile").trim();
  const key = Buffer.from(text, "base64");
  if (key.length !== KEY_BYTES || key.toString("base64") !== text) {
    throw new PlatformError(
      `${file} must hold ${KEY_BYTES} bytes in base64`,
      "restore the right file; without it sealed secrets are lost",
    );
  }
  return key;
}

/**
 * Creates the data key unless the file exists. Returns true when it created the key.
 * @param used true when the database has been used before, so that the key must exist
 * @throws PlatformError when a used database has lost its key
 */
export function ensureDataKey(file: string, used: boolean): boolean {
  if (isThere(file)) return false;
  if (used)
    throw new PlatformError(
      `the data key is missing: ${file}`,
      "restore the file from your backup; a new key cannot open secrets that the old key has sealed",
    );
  writeAtomically(file, `${randomBytes(KEY_BYTES).toString("base64")}\n`);
  return true;
}
