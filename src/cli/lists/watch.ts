import { setTimeout as sleep } from "node:timers/promises";
import { jsonText } from "../output/plain.ts";
import { Table } from "../output/table.ts";
import type { ListForm } from "./print.ts";

const pollMs = 1_000;

/**
 * Asks once a second, and returns the items that are new or have changed since, the oldest first; at first all. It polls, because that needs
 * no scope beyond that of the list. Ends when the signal is aborted.
 */
export async function* changes<Item>(
  ask: () => Promise<readonly Item[]>,
  signal: AbortSignal,
): AsyncGenerator<readonly Item[]> {
  let before = new Set<string>();
  while (!signal.aborted) {
    const items = await ask();
    const fresh = items.filter((item) => !before.has(JSON.stringify(item)));
    if (fresh.length > 0) yield fresh.toReversed();
    before = new Set(items.map((item) => JSON.stringify(item)));
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Returns what prints changes: as further rows of one table, or each as one line of JSON. */
export function changePrinter<Item>({
  columns,
  longest = {},
  json,
  out,
}: ListForm<Item>): (items: readonly Item[]) => void {
  const table = new Table(Object.keys(columns), { longest });
  const cells = Object.values(columns);
  return (items) => {
    const lines = json
      ? items.map((item) => jsonText(item, 0))
      : table.lines(items.map((item) => cells.map((cell) => cell(item))));
    for (const line of lines) out(line);
  };
}
