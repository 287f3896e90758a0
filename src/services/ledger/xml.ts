/** An element: its name, then its text or its children. Undefined children are left out. */
export type Element = readonly [
  name: string,
  content: string | readonly (Element | undefined)[],
  attributes?: Readonly<Record<string, string>>,
];

/** The characters that XML 1.0 (fifth edition, section 2.2) excludes even when escaped, lone surrogates among them. */
const unsayable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // An XML parser would turn these into other white space.
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Returns an XML document in UTF-8. U+FFFD replaces each character that XML excludes. */
export function xml(root: Element): string {
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>'];
  write(root, parts);
  return parts.join("");
}

function write([name, content, attributes = {}]: Element, parts: string[]): void {
  const given = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
  parts.push(`<${name}${given.join("")}>`);
  if (typeof content === "string") parts.push(escaped(content));
  else for (const child of content) if (child) write(child, parts);
  parts.push(`</${name}>`);
}

function escaped(text: string): string {
  return text
    .replace(unsayable, "\u{fffd}")
    .replace(/[&<>"\t\n\r]/g, (character) => escapes[character] as string);
}
