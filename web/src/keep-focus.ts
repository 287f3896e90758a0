// Keeps the focus for who uses the keyboard or a reader of screens. A browser gives it to nothing when what has it goes away, such as a button
// that is no longer needed, or cannot be used for a while, such as a button whose call is under way.

/** Dialogs give the focus back by themselves, within this time. */
const LATER_MS = 150;

const isLost = (): boolean => document.activeElement === document.body;
const heading = () => document.querySelector<HTMLElement>("h1[tabindex]");

/** Gives a lost focus back to what had it, or to the heading of the view when that is gone. */
export function keepFocus(): void {
  let last: HTMLElement | undefined;
  let wasDisabled = false;
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof HTMLElement ? target : undefined;
    wasDisabled = false;
  });
  const giveBack = (): void => {
    if (!last || !isLost()) return;
    if (!last.isConnected) heading()?.focus({ preventScroll: true });
    else if (wasDisabled && !last.matches(":disabled")) last.focus({ preventScroll: true });
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = new MutationObserver(() => {
    if (last?.matches(":disabled")) wasDisabled = true;
    clearTimeout(timer);
    if (isLost()) timer = setTimeout(giveBack, LATER_MS);
  });
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
}
