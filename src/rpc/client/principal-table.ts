import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";

/**
 * Which principal each slot of one stream means at its other end. Slots are given away in turn. One that calls of the message being
 * written use keeps its meaning until the next message, because a message's tables count for all of its calls.
 */
export class PrincipalTable {
  readonly #size: number;
  readonly #holders: Principal[] = [];
  /** The message that used a slot last. */
  readonly #usedBy: number[] = [];
  readonly #slots = new WeakMap<Principal, number>();
  #next = 0;
  #message = 1;

  /** @param size more than the calls in one message */
  constructor(size: number) {
    this.#size = size;
  }

  /** The slot of a principal. @param set is told when the slot must be set to it in this message */
  slotOf(principal: Principal, set: (slot: number, principal: Principal) => void): number {
    const known = this.#slots.get(principal);
    if (known !== undefined && this.#holders[known] === principal) {
      this.#usedBy[known] = this.#message;
      return known;
    }
    while (this.#usedBy[this.#next] === this.#message) this.#next = (this.#next + 1) % this.#size;
    const slot = this.#next;
    this.#next = (slot + 1) % this.#size;
    this.#holders[slot] = principal;
    this.#usedBy[slot] = this.#message;
    this.#slots.set(principal, slot);
    set(slot, principal);
    return slot;
  }

  /** The message has been written. */
  nextMessage(): void {
    this.#message += 1;
  }
}
