import { readFileSync, statSync } from "node:fs";
import { naming } from "./error.ts";

/** Whether a path exists. @throws the system's error when that cannot be known, which is not the same as no */
export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The text of a file; undefined where there is none. One that is there and cannot be read is an error, never an absent one. */
export function readIfThere(file: string): string | undefined {
  try {
    return naming(file, () => readFileSync(file, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
