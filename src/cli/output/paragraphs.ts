import { widthOf } from "./width.ts";

/**
 * Wraps the paragraphs of a help to the width of the terminal. Lines that begin with a space, such as examples and options, stay as they
 * are.
 */
export function wrapped(help: string, width: number): string {
  const lines: string[] = [];
  let isParagraph = false;
  for (const line of help.split("\n")) {
    const isText = /^\S/.test(line);
    if (!isText) lines.push(line);
    // The line breaks of the source mean nothing within a paragraph.
    else if (isParagraph) lines.push(...filled(`${lines.pop() ?? ""} ${line}`, width));
    else lines.push(...filled(line, width));
    isParagraph = isText;
  }
  return lines.join("\n");
}

/** Returns the lines of a text in a width. */
export function filled(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
