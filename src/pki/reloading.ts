import type { Logger } from "../logger.ts";
import { watchDirectory } from "./watch.ts";

/** A value that is read from files and follows their changes. */
export interface Reloading<T> extends Disposable {
  readonly current: () => T;
  /** Reads the files now instead of with the next change that is noticed. */
  readonly look: () => void;
  /** Calls `callback` with the new value after each change. Returns a function that ends this. */
  readonly onChange: (callback: (value: T) => void) => () => void;
  readonly close: () => void;
}

export interface ReloadingOptions<T> {
  /** The folder to watch. */
  dir: string;
  /** Name of the content, for the log. */
  what: string;
  log: Logger;
  pollMs?: number;
  /** Reads the files into one text that changes exactly when their content changes. */
  read: () => string;
  /** Parses the text. Throws when the content is not usable. */
  parse: (text: string) => T;
}

/**
 * Reads a value now, and again whenever the files change.
 * At the start, bad content throws. Later, bad content is logged once and the old value stays.
 */
export function reloading<T>(options: ReloadingOptions<T>): Reloading<T> {
  const { dir, what, log, pollMs = 2000, read, parse } = options;
  const listeners = new Set<(value: T) => void>();
  let text = read();
  let value = parse(text);
  let refused: { reason: string; told: boolean } | undefined;

  /** Logs at the second sight of the same content: at the first sight its writer may be between two files. */
  const refuse = (found: string, message: string) => {
    const reason = `${found}\n${message}`;
    if (refused?.reason !== reason) {
      refused = { reason, told: false };
    } else if (!refused.told) {
      refused.told = true;
      log.error({ reason: message }, `${what}: the new files are not usable, the old ones stay in use`);
    }
  };

  const look = () => {
    let found = "";
    try {
      found = read();
      if (found === text) {
        refused = undefined;
        return;
      }
      value = parse(found);
    } catch (error) {
      refuse(found, (error as Error).message);
      return;
    }
    text = found;
    refused = undefined;
    log.info(`${what}: reloaded`);
    for (const listener of listeners) {
      try {
        listener(value);
      } catch (error) {
        log.error({ err: error }, `${what}: a listener failed on the new value`);
      }
    }
  };

  const watching = watchDirectory(dir, pollMs, look);
  const close = () => {
    watching.close();
    listeners.clear();
  };
  return {
    current: () => value,
    look,
    onChange(callback) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    close,
    [Symbol.dispose]: close,
  };
}
