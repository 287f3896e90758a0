import { setTimeout as sleep } from "node:timers/promises";
import { isThere } from "../files/read.ts";
import { privateDirectory } from "../pki/files.ts";
import { layout } from "../pki/names.ts";
import { type Lock, lockHolder, takeLock } from "../platform/lock.ts";
import { PlatformError } from "../platform/problem.ts";
import { CommandError } from "./failure.ts";

/** A change of the PKI folder takes less than a second. */
const PATIENCE_MS = 10_000;
const POLL_MS = 50;

/** Nobody can change a folder in which no lock can be written. */
const READ_ONLY = new Set(["EROFS", "EACCES", "EPERM"]);

/**
 * Runs a change of the PKI folder while no other process changes it. Without the lock, a command that has read the list of grants before a
 * revocation would write the revoked grant back.
 * @param options `command` as the message to another process names it; `creates` to make the folder when it does not exist
 * @throws CommandError when another process keeps the lock for 10 s; errors of `change`
 */
export async function changePki<T>(
  dir: string,
  { command, creates = false }: { readonly command: string; readonly creates?: boolean },
  change: () => T | Promise<T>,
): Promise<T> {
  // Not the PKI folder itself, which may also be the data folder that `pda up` locks.
  const { servicesDir } = layout(dir);
  if (creates) for (const each of [dir, servicesDir]) privateDirectory(each);
  using _ = await lockWhenFree(servicesDir, command);
  return await change();
}

async function lockWhenFree(dir: string, command: string): Promise<Lock | undefined> {
  // Commands that need an installation make no folder where none is.
  if (!isThere(dir)) return undefined;
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(POLL_MS)) {
    try {
      return takeLock(dir, command);
    } catch (error) {
      if (READ_ONLY.has((error as NodeJS.ErrnoException).code ?? "")) return undefined;
      const holder = lockHolder(dir);
      if (!(error instanceof PlatformError) || !holder) throw error;
      if (Date.now() > end)
        throw new CommandError(
          `"${holder.command}" has been changing certificates and grants since ${holder.since} (pid ${holder.pid})`,
          `wait for that process or stop it (kill ${holder.pid}), then run the command again`,
        );
    }
  }
}
