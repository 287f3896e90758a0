// Signals that end what is under way. AbortSignal.any would do, but Node 20 may free its sources: a time-out among them then never fires.

/** A signal that ends with others. */
export interface Following {
  readonly signal: AbortSignal;
  /** Ends the signal. */
  readonly end: (reason: unknown) => void;
  /** Leaves the others, which may last much longer. */
  readonly leave: () => void;
}

/** Returns a signal that ends with the first of these, and keeps them in memory until then. */
export function following(signals: readonly AbortSignal[]): Following {
  const ending = new AbortController();
  const ends = signals.map((signal) => ({ signal, end: () => ending.abort(signal.reason) }));
  for (const { signal, end } of ends) {
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  }
  const leave = (): void => {
    for (const { signal, end } of ends) signal.removeEventListener("abort", end);
  };
  return { signal: ending.signal, end: (reason) => ending.abort(reason), leave };
}

/** Resolves or rejects as the work does, or rejects with the reason of the signal when the signal ends first. Nobody waits for the work then. */
export function unlessEnded<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}

/** Does some work whose signal ends after this time with a TimeoutError, or earlier with the given signal. */
export async function inTime<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal: ending, end, leave } = following(signal ? [signal] : []);
  const late = new DOMException("the service did not answer in time", "TimeoutError");
  const timer = setTimeout(() => end(late), timeoutMs);
  try {
    ending.throwIfAborted();
    // A signal that was given to fetch may have no effect after a garbage collection.
    return await unlessEnded(ending, work(ending));
  } finally {
    clearTimeout(timer);
    leave();
  }
}
