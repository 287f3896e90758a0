import { jsonText, plain } from "../output/plain.ts";
import { Table } from "../output/table.ts";

/** One page of a list, as the service returns it. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Empty on the last page. */
  readonly nextPageToken: string;
}

/** Form in which a list is printed. */
export interface ListForm<Item> {
  /** The text of each column, by its head. */
  readonly columns: Readonly<Record<string, (item: Item) => string>>;
  /** Longest texts of columns that change while a list is watched, by head. */
  readonly longest?: Readonly<Record<string, string>>;
  readonly json: boolean;
  readonly out: (line: string) => void;
}

/** Prints each page as part of a table when it arrives, or at the end all pages as one JSON document in the form of a page. */
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
  if (json) return out(jsonText({ items, nextPageToken }));
  if (count === 0) out("none");
  if (nextPageToken) out(`\n${count} shown, more exist: use --page-token ${plain(nextPageToken)}, or --all`);
}
