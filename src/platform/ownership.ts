import { statSync } from "node:fs";
import { PlatformError } from "./problem.ts";

/**
 * A data folder belongs to the user who made it. Looked at before anything is changed: another user, root too, would leave files
 * behind that the owner can no longer open.
 *
 * @throws PlatformError naming both users
 */
export function requireOwnFolder(dir: string): void {
  const self = process.getuid?.();
  const owner = statSync(dir, { throwIfNoEntry: false })?.uid;
  if (self === undefined || owner === undefined) return;
  if (owner !== self)
    throw new PlatformError(
      `${dir} belongs to user ${owner}, and this is user ${self}`,
      `start pda as the user who made it, or choose another folder with dataDir (PDA_DATA_DIR)`,
    );
}
