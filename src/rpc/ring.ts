/** A place in a ring; in none while both are undefined. */
export interface Link {
  before?: Link | undefined;
  after?: Link | undefined;
}

/**
 * Items linked to each other, in the order in which they were added. Tables that are filled and emptied all the time leave old ones
 * behind, and what those name outlives one collection after the other.
 */
export class Ring<Item extends Link> implements Link {
  before: Link = this;
  after: Link = this;

  /** An item is in one ring at a time. */
  add(item: Item): void {
    item.before = this.before;
    item.after = this;
    this.before.after = item;
    this.before = item;
  }

  /** Takes the first item out. */
  take(): Item | undefined {
    const first = this.after;
    if (first === this) return undefined;
    unlink(first);
    return first as Item;
  }

  /** The one that is reached may be unlinked meanwhile. */
  *[Symbol.iterator](): Generator<Item> {
    for (let item = this.after; item !== this; ) {
      const next = item.after as Link;
      yield item as Item;
      item = next;
    }
  }
}

/** Takes an item out of its ring; nothing when it is in none. */
export function unlink(item: Link): void {
  const { before, after } = item;
  if (!before || !after) return;
  before.after = after;
  after.before = before;
  item.before = undefined;
  item.after = undefined;
}
