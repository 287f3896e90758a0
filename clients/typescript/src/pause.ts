// Waiting, on every platform.

/** The longest time of a timer, 24 days. Given a longer one, also infinity, `setTimeout` would not wait at all. */
export const timerMsMax = 2_147_483_647;

/** Resolves after the time, or as soon as the signal ends. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(ms, timerMsMax));
    signal.addEventListener("abort", end);
  });
}
