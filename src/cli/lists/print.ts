import { Table } from "../table.ts";

/** One page of a list, as the service answers it. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Empty on the last one. */
  readonly nextPageToken: string;
}

/** How a list is printed. */
export interface ListForm<Item> {
  /** What stands in each column. */
  readonly columns: Readonly<Record<string, (item: Item) => string>>;
  readonly json: boolean;
  readonly out: (line: string) => void;
}

/** Prints pages as they come as a table, or at the end all of them as one JSON document in the form of a page. */
export async function printList<Item>(
  pages: AsyncIterable<ListPage<Item>>,
  { columns, json, out }: ListForm<Item>,
): Promise<void> {
  const table = new Table(Object.keys(columns));
  const items: Item[] = [];
  let count = 0;
  let nextPageToken = "";
  for await (const page of pages) {
    ({ nextPageToken } = page);
    count += page.items.length;
    if (json) items.push(...page.items);
    else if (page.items.length > 0)
      for (const line of table.lines(
        page.items.map((item) => Object.values(columns).map((cell) => cell(item))),
      ))
        out(line);
  }
  if (json) return out(JSON.stringify({ items, nextPageToken }, null, 2));
  if (count === 0) out("none");
  if (nextPageToken) out(`\n${count} shown, there are more: --page-token ${nextPageToken}, or --all`);
}
