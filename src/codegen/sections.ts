// Pages that people write and whose facts are generated: the text between two marks is replaced, the rest stays.

const marks = /^<!-- generated: ([a-z-]+) -->\n[^]*?^<!-- end -->$/gm;

/**
 * Returns the page with each section between `<!-- generated: name -->` and `<!-- end -->` replaced by the text of that name.
 *
 * @throws Error when the page has a section without a text, or lacks a section
 */
export function fillSections(page: string, texts: Readonly<Record<string, string>>): string {
  const filled = new Set<string>();
  const result = page.replace(marks, (_section, name: string) => {
    const text = texts[name];
    if (text === undefined) throw new Error(`no text is generated for the section ${name}`);
    filled.add(name);
    return `<!-- generated: ${name} -->\n${text}\n<!-- end -->`;
  });
  const missing = Object.keys(texts).filter((name) => !filled.has(name));
  if (missing.length > 0) throw new Error(`the page lacks the section ${missing.join(", ")}`);
  return result;
}
