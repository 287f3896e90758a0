import { type FSWatcher, watch } from "node:fs";

/** Waits for a burst of writes (key, then certificate) to end before it looks. */
const SETTLE_MS = 150;

export interface Watch {
  close(): void;
}

/**
 * Calls `look` some time after anything in a folder changed, and at least every `pollMs`: the notification of the operating
 * system is only a hint, because it is missing on network file systems and lost when a folder is replaced.
 * Does not keep the process alive.
 */
export function watchDirectory(dir: string, pollMs: number, look: () => void): Watch {
  let settle: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  const soon = () => {
    clearTimeout(settle);
    settle = setTimeout(look, SETTLE_MS);
    settle.unref();
  };
  const stopWatching = () => {
    watcher?.close();
    watcher = undefined;
  };
  const startWatching = () => {
    try {
      watcher = watch(dir, { persistent: false }, (event, name) => {
        soon();
        // The folder itself was renamed or removed: this watcher sees nothing any more.
        if (event === "rename" && name === null) stopWatching();
      });
      watcher.on("error", stopWatching);
    } catch {
      // The poll below sees the changes, and tries to watch again.
      watcher = undefined;
    }
  };
  startWatching();
  const poll = setInterval(() => {
    if (!watcher) startWatching();
    look();
  }, pollMs);
  poll.unref();
  return {
    close() {
      clearInterval(poll);
      clearTimeout(settle);
      stopWatching();
    },
  };
}
