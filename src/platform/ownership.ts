import { statSync } from "node:fs";
import { PlatformError } from "./problem.ts";

/**
 * Checks that the data folder belongs to this user, before anything changes. Another user, even root, would leave files that the owner
 * cannot open.
 *
 * @throws PlatformError that names both users
 */
export function requireOwnFolder(dir: string): void {
  const self = process.getuid?.();
  const owner = statSync(dir, { throwIfNoEntry: false })?.uid;
  if (self === undefined || owner === undefined) return;
  if (owner !== self)
    throw new PlatformError(
      `${dir} belongs to user ${owner}, but pda runs as user ${self}`,
      `start pda as user ${owner}, or set dataDir (PDA_DATA_DIR) to another folder`,
    );
}
