/** A page of a list: items in order, and the position where the next page starts. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The position of the last item; absent on the last page. */
  readonly next?: string;
}

/** A request for at most `size` items after position `after`. */
export interface PageRequest {
  readonly size: number;
  readonly after?: string;
}

/** Makes a page of rows that were read with `limit size + 1`. The extra row tells whether another page follows. */
export function toPage<T>(rows: readonly T[], size: number, positionOf: (item: T) => string): Page<T> {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return rows.length > size && last !== undefined ? { items, next: positionOf(last) } : { items };
}
