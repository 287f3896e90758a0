// The published interface in quotable form: a test that quotes what it does not say cannot be defined.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
const published = readFileSync(join(import.meta.dirname, "../../docs/interface.md"), "utf8");

/** Sections by number. */
const sections = new Map(
  published
    .split(/^## (?=\d)/m)
    .slice(1)
    .map((text) => [Number.parseInt(text, 10), oneLine(text)] as const),
);

/** A title that quotes the interface: its section and its words. @throws Error when that section does not say so */
export function says(section: number, words: string): string {
  if (!sections.get(section)?.includes(oneLine(words)))
    throw new Error(`section ${section} of the interface does not say: ${words}`);
  return `§${section} "${words}"`;
}
