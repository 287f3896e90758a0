// How code of several parts is laid out, the same in the samples of all languages.

/** A part that is longer than this has a line for each of its items. */
const LINE = 60;

/** Marks between which parts stand. */
export interface Brackets {
  readonly open: string;
  readonly close: string;
  /** Between the brackets and the parts of one line. Nothing by default. */
  readonly pad?: string;
  /** What indents the lines of parts. Two spaces by default. */
  readonly step?: string;
  /** What ends the last of several lines: a comma by default, as most formatters have it. */
  readonly last?: string;
  /** The parts as they stand in lines of their own, where they differ. */
  readonly lines?: readonly string[];
}

/** Indents the lines of a part after its first. @param step before each line */
export const indented = (text: string, step: string): string => text.replaceAll("\n", `\n${step}`);

/** Tells whether a part fits on one line. */
export const fits = (text: string): boolean => text.length < LINE && !text.includes("\n");

/** Returns parts between brackets: on one line when they fit, otherwise each on a line of its own. */
export function bracketed(parts: readonly string[], brackets: Brackets): string {
  const { open, close, pad = "", step = "  ", last = ",", lines = parts } = brackets;
  if (parts.length === 0) return `${open}${close}`;
  const line = `${open}${pad}${parts.join(", ")}${pad}${close}`;
  if (fits(line)) return line;
  const inner = lines.map((each) => `\n${step}${indented(each, step)}`).join(",");
  return last === "" ? `${open}${inner}${close}` : `${open}${inner}${last}\n${close}`;
}
