import { type FSWatcher, watch } from "node:fs";

/** Delay before `look`, so that a burst of writes (key, then certificate) is complete. */
const SETTLE_MS = 150;

export interface Watch {
  close(): void;
}

/**
 * Calls `look` shortly after a change in a folder, and at least every `pollMs`.
 * The operating system's notification is only a hint: network file systems lack it, and it is lost when a folder is replaced.
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
        // The folder itself was renamed or removed, so this watcher no longer sees changes.
        if (event === "rename" && name === null) stopWatching();
      });
      watcher.on("error", stopWatching);
    } catch {
      // The poll below sees the changes and tries to watch again.
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
