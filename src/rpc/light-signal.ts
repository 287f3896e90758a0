type Listener = ((event: Event) => void) | { handleEvent(event: Event): void };

/**
 * An `AbortSignal` for one exchange, kept as a list of listeners. A platform signal costs more than the rest of an exchange's bookkeeping,
 * and most exchanges are never aborted. Platform functions that require their own class do not accept a `LightSignal`.
 */
export class LightSignal implements AbortSignal {
  aborted = false;
  reason: unknown = undefined;
  onabort: AbortSignal["onabort"] = null;
  #listeners: Listener[] | undefined;

  /** Aborts and calls each listener once; later calls have no effect. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    if (this.onabort === null && this.#listeners === undefined) return;
    this.dispatchEvent(new Event("abort"));
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  /** Adds a listener. Every listener is called at most once, whatever its options. */
  addEventListener(type: string, listener: Listener | null): void {
    if (type !== "abort" || listener === null || this.#listeners?.includes(listener)) return;
    if (this.#listeners) this.#listeners.push(listener);
    else this.#listeners = [listener];
  }

  removeEventListener(type: string, listener: Listener | null): void {
    if (type !== "abort" || listener === null) return;
    const at = this.#listeners?.indexOf(listener) ?? -1;
    if (at >= 0) this.#listeners?.splice(at, 1);
  }

  dispatchEvent(event: Event): boolean {
    const listeners = this.#listeners ?? [];
    this.#listeners = undefined;
    this.onabort?.call(this, event);
    for (const listener of listeners) {
      if (typeof listener === "function") listener.call(this, event);
      else listener.handleEvent(event);
    }
    return true;
  }
}
