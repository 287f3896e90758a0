/** A place in a ring; in no ring while both are undefined. */
export interface Link {
  before?: Link | undefined;
  after?: Link | undefined;
}

/**
 * A linked list of items in the order of their addition. A hash table that changes all the time leaves old tables behind, and the items in
 * them survive many garbage collections.
 */
export class Ring<Item extends Link> implements Link {
  before: Link = this;
  after: Link = this;

  /** Adds an item. An item is in at most one ring at a time. */
  add(item: Item): void {
    item.before = this.before;
    item.after = this;
    this.before.after = item;
    this.before = item;
  }

  /** Removes and returns the first item. */
  take(): Item | undefined {
    const first = this.after;
    if (first === this) return undefined;
    unlink(first);
    return first as Item;
  }

  /** Iterates over the items. The current item may be unlinked during the iteration. */
  *[Symbol.iterator](): Generator<Item> {
    for (let item = this.after; item !== this; ) {
      const next = item.after as Link;
      yield item as Item;
      item = next;
    }
  }
}

/** Removes an item from its ring, if it is in one. */
export function unlink(item: Link): void {
  const { before, after } = item;
  if (!before || !after) return;
  before.after = after;
  after.before = before;
  item.before = undefined;
  item.after = undefined;
}
