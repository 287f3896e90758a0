// Test processes take turns with the folder of a client library.
import { join } from "node:path";
import { type Lock, takeLock } from "../../../src/platform/lock.ts";
import { PlatformError } from "../../../src/platform/problem.ts";
import { until } from "../../../src/platform/process-table.ts";

const locks = join(import.meta.dirname, "../../../build/test-clients");
const turnMs = 900_000;

/** Works with `clients/<language>` while no other test process does: building a library replaces what another process is about to run. */
export async function alone<T>(language: string, work: () => Promise<T>): Promise<T> {
  let lock: Lock | undefined;
  const isMine = (): boolean => {
    try {
      lock = takeLock(join(locks, language), "test");
      return true;
    } catch (error) {
      if (error instanceof PlatformError) return false;
      throw error;
    }
  };
  if (!(await until(isMine, turnMs, 200))) throw new Error(`clients/${language} is in use all the time`);
  using _ = lock;
  return await work();
}
