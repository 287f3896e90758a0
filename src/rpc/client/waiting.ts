import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";

/** An item that waits for its turn. */
export interface Waiter {
  readonly principal: Principal;
}

/**
 * Queues calls that wait for room, bounded and fair. Tenants are served in turn, whatever the length of their lines, and no line can take
 * all places. A line may grow while it is shorter than the free room (dynamic thresholds, Choudhury and Hahne 1998). So a single line gets
 * half of the places, and two lines get a third each, with room left for the next.
 */
export class Waiting<T extends Waiter> {
  readonly #max: number;
  /** The line whose turn it is comes first. */
  readonly #lines = new Map<string, Set<T>>();
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#size;
  }

  /** Tells whether a call of this principal has a place. */
  hasRoomFor(principal: Principal): boolean {
    return (this.#lines.get(shareOf(principal))?.size ?? 0) < this.#max - this.#size;
  }

  /** Adds an item. @returns false when it has no place; it is then not added. */
  add(item: T): boolean {
    const key = shareOf(item.principal);
    const line = this.#lines.get(key);
    if ((line?.size ?? 0) >= this.#max - this.#size) return false;
    if (line) line.add(item);
    else this.#lines.set(key, new Set([item]));
    this.#size += 1;
    return true;
  }

  /** Removes an item that waits. */
  delete(item: T): void {
    const key = shareOf(item.principal);
    const line = this.#lines.get(key);
    if (!line?.delete(item)) return;
    this.#size -= 1;
    if (line.size === 0) this.#lines.delete(key);
  }

  /** Removes and returns the next item in turn. */
  take(): T | undefined {
    for (const [key, line] of this.#lines) {
      // The line's next turn comes after all other lines.
      this.#lines.delete(key);
      for (const item of line) {
        line.delete(item);
        this.#size -= 1;
        if (line.size > 0) this.#lines.set(key, line);
        return item;
      }
    }
    return undefined;
  }
}

/** Returns the owner of a share: the tenant, so that more credentials do not give more shares, or else the credential. */
export function shareOf({ tenantId, credentialId }: Principal): string {
  return tenantId === "" ? `/${credentialId}` : tenantId;
}
