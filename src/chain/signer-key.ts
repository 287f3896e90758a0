import { readFileSync, statSync } from "node:fs";
import { shellWord } from "../files/shell.ts";

/** Source of a signing key: a file that only its owner may be able to read, or the first key of the family's development network. */
export type SignerSource =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "development" };

/** Reads the file of a signing key. @throws Error if other users can read it, or if it cannot be read */
export function readKeyFile(path: string): string {
  const { mode } = statSync(path);
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    throw new Error(`the signer key file ${path} is open to other users; run: chmod 600 ${shellWord(path)}`);
  }
  return readFileSync(path, "utf8");
}

/** Returns the error for a key of a development network in production. */
export function publiclyKnownKey(): Error {
  return new Error(
    "the signer key is a publicly known development key, which is refused in production; use a key of your own",
  );
}
