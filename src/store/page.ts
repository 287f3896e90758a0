/** A page of a list: items in order, and where the next page starts. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The last item's position when there are more. */
  readonly next?: string;
}

/** Which page: at most `size` items after position `after`. */
export interface PageRequest {
  readonly size: number;
  readonly after?: string;
}

/** Cuts rows that were read with `limit size + 1` into a page. */
export function toPage<T>(rows: readonly T[], size: number, positionOf: (item: T) => string): Page<T> {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return rows.length > size && last !== undefined ? { items, next: positionOf(last) } : { items };
}
