/** What the person who runs the bench asks for. */
export interface Options {
  /** Names of the benches to run; all of them when empty. */
  readonly names: readonly string[];
  /** Measured seconds of each turn, warm-up not counted. */
  readonly seconds: number;
}

const secondsPreset = 5;
const secondsMax = 3600;

/**
 * Reads `--bench <name>` and `--seconds <n>`; an empty value is the same as none, as `make bench` passes it.
 * @throws Error that names the flag and what it takes
 */
export function parseOptions(argv: readonly string[], known: readonly string[]): Options {
  let names: readonly string[] = [];
  let seconds = secondsPreset;
  for (let at = 0; at < argv.length; at += 2) {
    const flag = argv[at];
    const value = argv[at + 1];
    if (flag !== "--bench" && flag !== "--seconds")
      throw new Error(`${flag} is not known: --bench, --seconds`);
    if (value === undefined) throw new Error(`${flag} needs a value`);
    if (value === "") continue;
    if (flag === "--bench") names = [nameOf(value, known)];
    else seconds = secondsOf(value);
  }
  return { names, seconds };
}

function nameOf(value: string, known: readonly string[]): string {
  if (!known.includes(value)) throw new Error(`there is no bench ${value}: ${known.join(", ")}`);
  return value;
}

function secondsOf(value: string): number {
  const seconds = Number(value);
  if (!(seconds > 0 && seconds <= secondsMax)) {
    throw new Error(`--seconds takes a number above 0 and up to ${secondsMax}, not ${value}`);
  }
  return seconds;
}
