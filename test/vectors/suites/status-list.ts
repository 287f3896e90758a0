import { inflateSync } from "node:zlib";
import { StatusEntries } from "../../../src/trust/status-list.ts";
import { statusAt } from "../../support/status-at.ts";
import { readData, type Suite, Tally } from "../suite.ts";

const FILE = "status-list/lists.json";
/** How many entries that are not named are looked at beside each that is. */
const NEIGHBOURS = [-1, 1];

type List = {
  readonly source: string;
  readonly bits: number;
  readonly lst: string;
  /** Index and status; every other entry is 0. */
  readonly statuses: readonly (readonly [number, number])[];
};

/**
 * The lists of draft-ietf-oauth-status-list: those of two bits, which are what the service makes, packed to the octet; and the reader that
 * tests read the service's lists with, of 1, 2, 4 and 8 bits, at every status that is named and beside it.
 */
export const suite: Suite = {
  name: "status-list",
  run() {
    const tally = new Tally();
    for (const { source, bits, lst, statuses } of readData<List[]>(FILE)) {
      const named = new Map(statuses);
      if (bits === 2) tally.count(`${source}, packed`, true, packsTo(lst, statuses));
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

function packsTo(lst: string, statuses: List["statuses"]): boolean {
  const octets = inflateSync(Buffer.from(lst, "base64url"));
  const entries = new StatusEntries(octets.length * 4);
  for (const [index, status] of statuses) entries.set(index, status);
  const packed = inflateSync(Buffer.from(entries.claim().lst, "base64url"));
  return Buffer.compare(packed, octets) === 0;
}

function hasEntry(list: { readonly bits: number; readonly lst: string }, index: number): boolean {
  try {
    statusAt(list, index);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
