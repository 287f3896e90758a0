// Reads the numbers of a long test that is run by hand, e.g. `make model STEPS=2000 SEED=7`.
import { parseArgs } from "node:util";

/** One number. */
export interface Wanted {
  /** Value when the option is absent. */
  readonly preset: number;
  readonly least: number;
  /** Upper limit; by default the largest exact integer. */
  readonly most?: number;
}

/**
 * Reads the numbers from options such as `--steps=2000`. An empty option counts as absent.
 *
 * @param usage the correct usage, e.g. `make model STEPS=2000`
 * @returns the numbers, or one line for the person that says what is wrong
 */
export function wholeNumbers<Name extends string>(
  args: readonly string[],
  wanted: Readonly<Record<Name, Wanted>>,
  usage: string,
): Record<Name, number> | string {
  const names = Object.keys(wanted) as Name[];
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  let given: Readonly<Record<string, string | undefined>>;
  try {
    given = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    return `${(error as Error).message.split("\n", 1)[0]} Say it so: ${usage}`;
  }
  const numbers: Partial<Record<Name, number>> = {};
  for (const name of names) {
    const { preset, least, most = Number.MAX_SAFE_INTEGER } = wanted[name];
    const text = given[name] ?? "";
    const number = text === "" ? preset : /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most)) {
      const range = wanted[name].most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
      return `${name.toUpperCase()} has to be a whole number ${range}, not ${text}. Say it so: ${usage}`;
    }
    numbers[name] = number;
  }
  return numbers as Record<Name, number>;
}
