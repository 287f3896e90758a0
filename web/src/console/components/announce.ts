// Tells readers of screens about results, which appear without a change of focus.
const listeners = new Set<(text: string) => void>();

/** Says a text once. */
export function announce(text: string): void {
  for (const each of listeners) each(text);
}

export const onAnnounce = (listener: (text: string) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
