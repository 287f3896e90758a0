import type { Logger } from "../../logger.ts";
import type { BusinessClock } from "../../rpc/business-clock.ts";
import type { Store } from "../../store/store.ts";

const pollMs = 250;

/** Keeps this core's lead of business time up to date, because another core may have advanced the clock. Sandbox only. */
export async function followClock(
  store: Pick<Store, "read">,
  clock: BusinessClock,
  log: Logger,
): Promise<Disposable> {
  const look = async (): Promise<void> => clock.note(Number(await store.read.clock.offsetSeconds()));
  await look();
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .catch((error: unknown) => log.debug({ err: error }, "the business clock could not be read"))
      .finally(() => {
        looking = false;
      });
  }, pollMs);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
