import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";

/** Something that waits for its turn. */
export interface Waiter {
  readonly principal: Principal;
}

/**
 * Calls that wait for room, in a bounded queue that is shared fairly: whoever they act for is served in turn, whatever the length of
 * its own line, and no line can take all of the places. A line may grow while it is shorter than the room that is left (dynamic
 * thresholds, Choudhury and Hahne 1998): one line alone gets half of the places, two get a third each, and there is room for the next.
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

  /** Whether there is a place for a call of this principal. */
  hasRoomFor(principal: Principal): boolean {
    return (this.#lines.get(shareOf(principal))?.size ?? 0) < this.#max - this.#size;
  }

  /** False when there is no place for it; it is not added then. */
  add(item: T): boolean {
    const key = shareOf(item.principal);
    const line = this.#lines.get(key);
    if ((line?.size ?? 0) >= this.#max - this.#size) return false;
    if (line) line.add(item);
    else this.#lines.set(key, new Set([item]));
    this.#size += 1;
    return true;
  }

  /** Takes out an item that waits. */
  delete(item: T): void {
    const key = shareOf(item.principal);
    const line = this.#lines.get(key);
    if (!line?.delete(item)) return;
    this.#size -= 1;
    if (line.size === 0) this.#lines.delete(key);
  }

  /** The next item in turn, taken out. */
  take(): T | undefined {
    for (const [key, line] of this.#lines) {
      // Its next turn comes after those of all other lines.
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

/** Whom a share belongs to: the tenant, so that more credentials are not more shares; the credential of a caller without one. */
function shareOf({ tenantId, credentialId }: Principal): string {
  return tenantId === "" ? `/${credentialId}` : tenantId;
}
