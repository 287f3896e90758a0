/**
 * The memory for bodies that are being received, in shares that follow the need: a caller gets more only while it holds less than is left.
 * So one caller gets half at most, however many connections it has, and there is room for the next one.
 */
export class Receiving {
  #left: number;
  readonly #held = new Map<string, number>();

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Takes memory for a caller. @returns whether there is as much for it */
  take(caller: string, bytes: number): boolean {
    const held = this.#held.get(caller) ?? 0;
    if (bytes > this.#left || held >= this.#left) return false;
    this.#left -= bytes;
    this.#held.set(caller, held + bytes);
    return true;
  }

  /** Gives back memory of a caller. */
  release(caller: string, bytes: number): void {
    const held = (this.#held.get(caller) ?? 0) - bytes;
    this.#left += bytes;
    if (held > 0) this.#held.set(caller, held);
    else this.#held.delete(caller);
  }
}
