import { readFileSync, statSync } from "node:fs";
import { naming } from "./error.ts";

/** Tells whether a path exists. @throws the system's error when this cannot be determined */
export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Reads a text file; returns undefined when it does not exist. @throws the system's error for a file that exists and cannot be read */
export function readIfThere(file: string): string | undefined {
  try {
    return naming(file, () => readFileSync(file, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
