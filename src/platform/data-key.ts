import { randomBytes } from "node:crypto";
import { isThere } from "../files/read.ts";
import { readPrivateKey, writeAtomically } from "../pki/files.ts";
import { outputOf } from "./key-command.ts";
import { PlatformError } from "./problem.ts";

const KEY_BYTES = 32;

/** The settings that say where the data key comes from: one of both. */
export interface DataKeySettings {
  readonly dataKeyFile: string | undefined;
  /** Program and arguments. */
  readonly dataKeyCommand?: readonly string[] | undefined;
}

/** The place that the data key comes from. */
export interface DataKeySource {
  /** Name for people. Arguments of a command may be secret and are left out. */
  readonly name: string;
  /** Reads the key. @throws PkiError or PlatformError that says what to do */
  read(): Promise<Buffer>;
}

/** Returns the source of the data key that the settings name. */
export function dataKeySource({ dataKeyFile, dataKeyCommand }: DataKeySettings): DataKeySource {
  if (dataKeyCommand) {
    const name = `the output of ${dataKeyCommand[0]}`;
    return { name, read: async () => keyIn(await outputOf(dataKeyCommand), name) };
  }
  if (dataKeyFile === undefined) throw new Error("the settings name no data key");
  return { name: dataKeyFile, read: async () => loadDataKey(dataKeyFile) };
}

/**
 * Loads a data key: 32 bytes, as base64 in a file that only its owner may read.
 * @throws PkiError when the file is missing or other users may read it, PlatformError when it holds anything but such a key.
 */
export function loadDataKey(file: string): Buffer {
  return keyIn(readPrivateKey(file, "the data key", "run: pda up, or set dataKeyFile"), file);
}

function keyIn(content: string, name: string): Buffer {
  const text = content.trim();
  const key = Buffer.from(text, "base64");
  if (key.length !== KEY_BYTES || key.toString("base64") !== text) {
    throw new PlatformError(
      `${name} must be ${KEY_BYTES} bytes in base64`,
      "restore the right key; without it sealed secrets are lost",
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
  writeDataKey(file, randomBytes(KEY_BYTES));
  return true;
}

/** Writes a data key so that only its owner can read it. A reader, or a restart after a crash, sees the old or the new key. */
export function writeDataKey(file: string, key: Uint8Array): void {
  writeAtomically(file, `${Buffer.from(key).toString("base64")}\n`);
}
