import { setTimeout as sleep } from "node:timers/promises";
import { explain } from "../failure.ts";
import { jsonText, plain } from "../output/plain.ts";
import { Table } from "../output/table.ts";
import type { ListForm } from "./print.ts";
import { isPassing } from "./problem.ts";

const pollMs = 1_000;

/**
 * Asks once a second, and returns the items that are new or have changed since, the oldest first; at first all. It polls, because that needs
 * no scope beyond that of the list. A signal ends the process; after a first answer, a failure that may pass ends nothing.
 */
export async function* changes<Item>(
  ask: () => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[], never> {
  let before: ReadonlySet<string> | undefined;
  for (let isLost = false; ; await sleep(pollMs)) {
    try {
      const items = await ask();
      isLost = false;
      const fresh = items.filter((item) => !before?.has(JSON.stringify(item)));
      before = new Set(items.map((item) => JSON.stringify(item)));
      if (fresh.length > 0) yield fresh.toReversed();
    } catch (error) {
      if (!before || !isPassing(error)) throw error;
      if (!isLost)
        process.stderr.write(
          `pda: ${plain(explain(error).message)}\n  next: wait; the command goes on asking\n`,
        );
      isLost = true;
    }
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
