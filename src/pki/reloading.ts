import type { Logger } from "../logger.ts";
import { watchDirectory } from "./watch.ts";

/** A value read from files that follows their changes. */
export interface Reloading<T> extends Disposable {
  readonly current: () => T;
  /** Calls back after each change with the new value; returns the function that ends it. */
  readonly onChange: (callback: (value: T) => void) => () => void;
  readonly close: () => void;
}

export interface ReloadingOptions<T> {
  /** The folder to watch. */
  dir: string;
  /** What is read, for the log. */
  what: string;
  log: Logger;
  pollMs?: number;
  /** Reads the files: a text that differs exactly when their content does. */
  read: () => string;
  /** Makes the value, or throws when the content is not usable. */
  parse: (text: string) => T;
}

/**
 * Reads a value now, and again whenever the files change. At the start a bad one is an error; later a bad one is logged, once, and
 * the old value stays.
 */
export function reloading<T>(options: ReloadingOptions<T>): Reloading<T> {
  const { dir, what, log, pollMs = 2000, read, parse } = options;
  const listeners = new Set<(value: T) => void>();
  let text = read();
  let value = parse(text);
  let refused: { reason: string; told: boolean } | undefined;

  /** Complains at the second sight of the same content: at the first one its writer may be between two files. */
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
        log.error({ err: error }, `${what}: a user of it failed to take the new one`);
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
    onChange(callback) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    close,
    [Symbol.dispose]: close,
  };
}
