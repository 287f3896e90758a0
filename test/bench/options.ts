/** What the person who runs the bench asks for. */
export interface Options {
  /** Names of the benches to run; all of them when empty. */
  readonly names: readonly string[];
  /** Measured seconds of each turn, warm-up not counted; undefined for what each bench takes by itself. */
  readonly seconds: number | undefined;
  /** Share of the rows that `growth/empty` fills in: 1 is five million payments and one million assets. */
  readonly growth: number;
}

const secondsMax = 3600;

/**
 * Reads `--bench <name>`, `--seconds <n>` and `--growth <share>`; an empty value is the same as none, as `make bench` passes it.
 * @throws Error that names the flag and what it takes
 */
export function parseOptions(argv: readonly string[], known: readonly string[]): Options {
  const given = new Map<string, string>();
  for (let at = 0; at < argv.length; at += 2) {
    const flag = argv[at] ?? "";
    const value = argv[at + 1];
    if (!flags.includes(flag)) throw new Error(`${flag} is not known: ${flags.join(", ")}`);
    if (value === undefined) throw new Error(`${flag} needs a value`);
    if (value !== "") given.set(flag, value);
  }
  const name = given.get("--bench");
  return {
    names: name === undefined ? [] : [nameOf(name, known)],
    seconds: numberOf(given, "--seconds", secondsMax),
    growth: numberOf(given, "--growth", 1) ?? 1,
  };
}

const flags = ["--bench", "--seconds", "--growth"];

function nameOf(value: string, known: readonly string[]): string {
  if (!known.includes(value)) throw new Error(`there is no bench ${value}: ${known.join(", ")}`);
  return value;
}

function numberOf(given: ReadonlyMap<string, string>, flag: string, max: number): number | undefined {
  const value = given.get(flag);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!(number > 0 && number <= max)) {
    throw new Error(`${flag} takes a number above 0 and up to ${max}, not ${value}`);
  }
  return number;
}
