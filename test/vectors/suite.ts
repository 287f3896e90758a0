import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What came of one suite of published vectors. */
export interface SuiteResult {
  readonly right: number;
  readonly total: number;
  /** Cases that say invalid and that we took for valid. */
  readonly falselyAccepted: number;
  /** Every case that is not right, with the reason. */
  readonly notes: readonly string[];
}

/** One suite, one file in `suites/`; it is found by being there. */
export interface Suite {
  /** As it stands at the start of its line. */
  readonly name: string;
  /** Fewest right cases; default all. Nothing is ever falsely accepted. */
  readonly rightMin?: number;
  /** Throws where its data cannot be read. */
  run(): SuiteResult | Promise<SuiteResult>;
}

/** Collects the cases of a suite. */
export class Tally implements SuiteResult {
  right = 0;
  total = 0;
  falselyAccepted = 0;
  readonly notes: string[] = [];

  /** One case: what the vectors say, what we say, and words for where they differ. */
  count(title: string, expected: boolean, actual: boolean, why = ""): void {
    this.total += 1;
    if (expected === actual) {
      this.right += 1;
      return;
    }
    if (actual) this.falselyAccepted += 1;
    const verdict = actual ? "falsely accepted" : "refused";
    this.notes.push([`${title}: ${verdict}`, why].filter((text) => text !== "").join(", "));
  }
}

/** The place of a file or folder of `data/`. */
export function dataFile(name: string): string {
  return join(import.meta.dirname, "data", name);
}

/** The contents of a JSON file of `data/`. */
export function readData<Data>(name: string): Data {
  return JSON.parse(readFileSync(dataFile(name), "utf8")) as Data;
}
