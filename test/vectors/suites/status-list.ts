import { readFileSync } from "node:fs";
import { statusAt } from "../../../src/trust/status-list.ts";
import { type Suite, Tally } from "../suite.ts";

const FILE = "token_status_list.json";
/** How many entries that are not named are looked at beside each that is. */
const NEIGHBOURS = [-1, 1];

type List = {
  readonly source: string;
  readonly bits: number;
  readonly lst: string;
  /** Index and status; every other entry is 0. */
  readonly statuses: readonly (readonly [number, number])[];
};

/** The lists of draft-ietf-oauth-status-list, of 1, 2, 4 and 8 bits: every status that it names, and entries beside them. */
export const suite: Suite = {
  name: "status-list",
  files: [FILE],
  run(path) {
    const tally = new Tally();
    for (const { source, bits, lst, statuses } of JSON.parse(readFileSync(path(FILE), "utf8")) as List[]) {
      const named = new Map(statuses);
      for (const [index, status] of named) {
        const found = statusAt({ bits, lst }, index);
        tally.count(`${source}, ${index}`, true, found === status, `it is ${found}`);
        for (const beside of NEIGHBOURS.map((distance) => index + distance)) {
          // Short lists name all their entries.
          if (named.has(beside) || beside < 0 || statuses.length >= beside) continue;
          tally.count(`${source}, ${beside}`, true, statusAt({ bits, lst }, beside) === 0);
        }
      }
      tally.count(`${source}, beyond its end`, false, hasEntry({ bits, lst }, 2 ** 24));
    }
    return tally;
  },
};

function hasEntry(list: { readonly bits: number; readonly lst: string }, index: number): boolean {
  try {
    statusAt(list, index);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
