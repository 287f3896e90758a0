// Tells results that appear without a change of focus, also to readers of screens.
const listeners = new Set<(text: string) => void>();

/** Says a text once. */
export function announce(text: string): void {
  for (const each of listeners) each(text);
}

export const onAnnounce = (listener: (text: string) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
