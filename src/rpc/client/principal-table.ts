import { Principal } from "../../../gen/ts/pda/access/v1/access.ts";

/** Encoded principals, each encoded once for all streams. A principal never changes. */
const encodings = new WeakMap<Principal, Uint8Array>();

function encodingOf(principal: Principal): Uint8Array {
  const known = encodings.get(principal);
  if (known) return known;
  const encoded = Principal.encode(principal).finish();
  encodings.set(principal, encoded);
  return encoded;
}

/**
 * The principal that each slot of one stream has at the core. Slots are reused in turn. A slot that the current message uses keeps its
 * principal until the next message, because a message's table applies to all of its calls.
 */
export class PrincipalTable {
  readonly #size: number;
  readonly #holders: Principal[] = [];
  /** The number of the last message that used each slot. */
  readonly #usedBy: number[] = [];
  readonly #slots = new WeakMap<Principal, number>();
  #next = 0;
  #message = 1;

  /** @param size more than the calls in one message */
  constructor(size: number) {
    this.#size = size;
  }

  /** Returns the slot of a principal. @param set is called when this message must set the slot */
  slotOf(principal: Principal, set: (slot: number, encoded: Uint8Array) => void): number {
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
    set(slot, encodingOf(principal));
    return slot;
  }

  /** Starts the next message, after one was written. */
  nextMessage(): void {
    this.#message += 1;
  }
}
